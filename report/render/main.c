/* main: the program arrowdev-check, which makes reports of what processes recorded.
 *
 *   command.h     the commands: report.c, explain.c
 *   input.c process.c settings.c
 *                 a record is read; the options that it is rendered with
 *   trace.c       stacks get names: names.c (libdwfl), symbols.c, demangle.c
 *   verdict.c     what the findings amount to
 *   fingerprint.c advice.c owner.c leaks.c alive.c
 *                 what is said of one finding, or of all structures
 *   format.h      the formats: text.c (frames.c: its stacks), json.c; summary.c: the last line
 *   catalogue.c   the rows of checks.def and their pages
 *   sheet.c store.c
 *                 text, memory */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/nearest.h"
#include "report/render/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments, *help;
};

static const struct command commands[] = {
#define COMMAND(name, run, arguments, help) {name, run, arguments, help},
    COMMANDS(COMMAND)
#undef COMMAND
};

#define N_COMMANDS (sizeof commands / sizeof *commands)

static int help(void) {
    puts(
        "arrowdev-check makes reports of what libarrowdev_check.so saw a process do with Apache "
        "Arrow's\n"
        "C structures.\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        printf("  arrowdev-check %s %s\n      %s\n", commands[i].name, commands[i].arguments,
               commands[i].help);
    puts(
        "  arrowdev-check --version\n  arrowdev-check --help\n\n"
        "Exit status: 0, 1 when a record cannot be read or a report not be written, 2 for a "
        "command\n"
        "line that is not understood.");
    return EXIT_SUCCESS;
}

int command_misused(const char *complaint) {
    fprintf(stderr, "arrowdev-check: error: %s\n", complaint);
    return 2;
}

static int misspelt(const char *word) {
    const char *names[N_COMMANDS + 2] = {"--help", "--version"};
    for (size_t i = 0; i < N_COMMANDS; i++)
        names[i + 2] = commands[i].name;
    const char *nearest = nearest_of(word, names, N_COMMANDS + 2);
    char complaint[256];
    if (nearest)
        snprintf(complaint, sizeof complaint, "unknown %s \"%.64s\", did you mean %s?",
                 *word == '-' ? "option" : "command", word, nearest);
    else
        snprintf(complaint, sizeof complaint,
                 "unknown %s \"%.64s\"; arrowdev-check --help lists them",
                 *word == '-' ? "option" : "command", word);
    return command_misused(complaint);
}

int main(int argc, char **argv) {
    unsetenv("DEBUGINFOD_URLS"); /* libdwfl would fetch symbols from the network */
    if (argc < 2) {
        help();
        return 2;
    }
    if (!strcmp(argv[1], "--version"))
        return puts("arrowdev-check " ARROWDEV_CHECK_VERSION) < 0;
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))
        return help();
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(commands[i].name, argv[1]))
            return commands[i].run(argc - 2, argv + 2);
    return misspelt(argv[1]);
}
