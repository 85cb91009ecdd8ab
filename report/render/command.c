/* command: what arrowdev-check can be told to do. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/base/nearest.h"
#include "report/base/options.h"
#include "report/render/surroundings.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <jansson.h>
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
        "arrowdev-check makes reports of what libarrowdev_check.so saw a process do with the\n"
        "structures of Apache Arrow's C interfaces.\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        printf("  arrowdev-check %s%s%s\n      %s\n", commands[i].name,
               *commands[i].arguments ? " " : "", commands[i].arguments, commands[i].help);
    puts(
        "  arrowdev-check --version\n"
        "  arrowdev-check --help\n\n"
        "It ends with 0, with 1 when a record cannot be read or a report not be written, with 2\n"
        "for a command line that it does not understand.");
    return EXIT_SUCCESS;
}

static void print(const char *line) {
    puts(line);
}

int command_help(const char *name, const char *stages) {
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(commands[i].name, name))
            printf("arrowdev-check %s%s%s\n    %s\n", name, *commands[i].arguments ? " " : "",
                   commands[i].arguments, commands[i].help);
    if (stages) {
        puts("");
        options_help(stages, print);
    }
    return EXIT_SUCCESS;
}

int command_misused(const char *complaint) {
    fprintf(stderr, "arrowdev_check: error: %s\n", complaint);
    return 2;
}

int command_unwritten(int error) {
    fprintf(stderr, "arrowdev_check: error: the standard output cannot be written%s%s\n",
            error ? ": " : "", error ? strerror(error) : "");
    return EXIT_FAILURE;
}

/* What is buffered goes out while it can still be said that it did not. */
static int finish(int status) {
    errno = 0;
    bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    return is_written || status ? status : command_unwritten(errno);
}

/* What a report of a bug in this tool needs. */
static int version(void) {
    puts("arrowdev-check " ARROWDEV_CHECK_VERSION);
    printf("  library   %s\n", surroundings_library());
    printf("  system    %s\n", surroundings_system());
    printf("  with      elfutils %s, jansson %s\n", dwfl_version(NULL), jansson_version_str());
    return EXIT_SUCCESS;
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

int command_run(int argc, char **argv) {
    if (argc < 1) {
        help();
        return 2;
    }
    if (!strcmp(argv[0], "--version"))
        return finish(version());
    if (!strcmp(argv[0], "--help") || !strcmp(argv[0], "help"))
        return finish(help());
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(commands[i].name, argv[0]))
            return finish(commands[i].run(argc - 1, argv + 1));
    return misspelt(argv[0]);
}
