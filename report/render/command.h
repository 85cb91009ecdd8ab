/* command: what arrowdev-check can be told to do. A new command is one file with one function, and
 * its row. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_COMMAND_H
#define RENDER_COMMAND_H

/* Each takes the arguments after its name and gives the exit status. */
int report_command(int argc, char **argv);
int run_command(int argc, char **argv);
int explain_command(int argc, char **argv);
int selftest_command(int argc, char **argv);

/* COMMAND(name, function, arguments, help) */
#define COMMANDS(COMMAND)                                                                          \
    COMMAND("run", run_command, "[--OPTION=VALUE]... [--] COMMAND [ARGUMENT]...",                  \
            "run a command and all that it starts, report what they did; --help lists options")    \
    COMMAND("report", report_command,                                                              \
            "[--OPTION=VALUE]... [--check=CHECK,..] [--object=NAME] [--module=PATTERN]\n"          \
            "                        [--lanes=OBJECT] FILE... | --diff OLD NEW",                   \
            "print what records, or folders of them, say together; --lanes: all that happened\n"   \
            "      to an object; --diff: what is new, records or reports in JSON")                 \
    COMMAND("explain", explain_command, "[CHECK]",                                                 \
            "tell what a check is about and how to mend it; alone: list all checks")               \
    COMMAND("selftest", selftest_command, "",                                                      \
            "plant each fault here, say what is found and what of this machine is seen")

/** Do what the arguments (without the program's name) say; gives the exit status. */
int command_run(int argc, char **argv);

/** Print how a command is called and the options that it takes, those of these stages, NULL for
 * none; gives the exit status. */
int command_help(const char *name, const char *stages);

/** Say what is wrong with a command line; gives the exit status 2. */
int command_misused(const char *complaint);

/** Say that the standard output took not all, and why: an errno, 0 where that is not known; gives
 * the exit status 1. */
int command_unwritten(int error);

#endif
