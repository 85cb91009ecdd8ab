/* run: the command `arrowdev-check run`: starts a command with the library in it and in all that it
 * starts, and makes one report and one exit status of what they recorded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/alike.h"
#include "report/render/follow.h"
#include "report/render/launch.h"
#include "report/render/names.h"
#include "report/render/output.h"
#include "report/render/program.h"
#include "report/render/settings.h"
#include "report/render/store.h"
#include "report/render/supervise.h"
#include "report/render/survivors.h"
#include "report/render/trace.h"
#include "report/render/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define INCLUDE    "--include="
#define MOST_NAMED 6 /* processes that outlive the command */

static struct options options;
static struct suppressions suppressions;
static struct launch launch;
static struct ran ran;
static const struct output output = {.standard = STDERR_FILENO, .has_last_line = true};

static void say(const char *line) {
    dprintf(STDERR_FILENO, "%s\n", line);
}

static void complain(const char *complaint) {
    say(store_format("arrowdev_check: error: suppressions: %s", complaint));
}

/* For processes that are somewhere else. */
static const char *absolute_list(const char *files) {
    char here[PATH_MAX], *words = store_string(files);
    struct sheet list = {0};
    sheet_add(&list, "");
    for (char *name; getcwd(here, sizeof here) && (name = strsep(&words, ","));) {
        bool is_relative = *name && *name != '/' && strcmp(name, SUPPRESS_KNOWN);
        sheet_format(&list, "%s%s%s%s", list.length ? "," : "", is_relative ? here : "",
                     is_relative ? "/" : "", name);
    }
    return list.data;
}

/* What the processes will read themselves is tried here: nobody would hear of it from one that no
   structure crosses. */
static const char *wrong_file(void) {
    const char *declare = options.shim.declare;
    struct stat status;
    bool is_readable =
        !access(declare, R_OK) && !stat(declare, &status) && !S_ISDIR(status.st_mode);
    return !*declare || is_readable ? NULL : store_format("declare: cannot read %s", declare);
}

/* Options first, the command's own come after its name. What is wrong with them, or NULL. */
static const char *read_arguments(int argc, char **argv, int *command) {
    char storage[512];
    struct text wrong = text_begin(storage, sizeof storage);
    options_parse(&options, getenv("ARROWDEV_CHECK_OPTIONS"), say);
    const struct tracker_options of_variable = options.tracker;
    const char *complaint = settings_wrong_checks(&options.tracker);
    if (complaint)
        say(store_format("arrowdev_check: %s; that word is left out", complaint));
    for (; *command < argc && !strncmp(argv[*command], "--", 2); ++*command) {
        if (!argv[*command][2]) {
            ++*command;
            break;
        }
        if (!strncmp(argv[*command], INCLUDE, strlen(INCLUDE))) {
            if (!options_include(&options, argv[*command] + strlen(INCLUDE), say))
                return "nothing is started with options that cannot be read";
        } else if (!options_argument(&options, argv[*command] + 2, NULL, &wrong)) {
            return store_string(storage);
        }
    }
    if (*command == argc && !options.shim.help)
        return "run needs a command";
    const char *wrong_declare = wrong_file();
    if (wrong_declare)
        return wrong_declare;
    options.report.suppressions = absolute_list(options.report.suppressions);
    if (!suppress_read(&suppressions, options.report.suppressions, "", complain))
        return "nothing is started with suppressions that cannot be read";
    bool has_own = options.tracker.checks != of_variable.checks ||
                   options.tracker.halt_on != of_variable.halt_on;
    return has_own ? settings_wrong_checks(&options.tracker) : NULL;
}

static void say_first_line(const struct process *process) {
    const struct report report = {.tree = &(struct tree){0}, .settings = &options, .ran = &ran};
    struct sheet line = {0};
    if (options.report.quiet)
        return;
    sheet_format(&line, "arrowdev_check " ARROWDEV_CHECK_VERSION " active in %s",
                 tree_person(process));
    output_add_files(&report, &output, &line);
    say(line.data);
}

static void say_unwatched(const struct program *program) {
    if (program->unwatched)
        say(store_format("arrowdev_check: warning: %s: it cannot be watched, %s",
                         program->unwatched,
                         program->refuses_preload ? "nor what it starts" : "what it starts can"));
}

static void tick(void *unused) {
    follow_more();
    watch_tick();
}

/* How the folder stands in the environment of all that belongs to the run. */
static const char *mark(void) {
    return store_format("record_dir=%c%s", strchr(launch.folder, '\'') ? '"' : '\'', launch.folder);
}

static bool are_all_gone(void *mark) {
    return survivors_find(mark, NULL, 0) == 0;
}

/* What the command has left behind may yet come to its end. */
static void wait_for_survivors(void) {
    pid_t pids[MOST_NAMED];
    const char *of_run = mark();
    if (supervise_wait(are_all_gone, tick, (void *)of_run, options.launch.linger_s))
        return;
    size_t n = survivors_find(of_run, pids, MOST_NAMED);
    struct sheet line = {0};
    if (n == 0)
        return;
    sheet_format(&line, "arrowdev_check: %s the command, what %s from now on is not seen: ",
                 n == 1 ? "1 process outlives" : store_format("%zu processes outlive", n),
                 n == 1 ? "it does" : "they do");
    for (size_t i = 0; i < n && i < MOST_NAMED; i++)
        sheet_format(&line, "%s%s", i ? ", " : "", survivors_person(pids[i]));
    sheet_add(&line, n > MOST_NAMED ? ", .." : "");
    say(line.data);
}

/* What the report comes to. */
struct outcome {
    bool is_written;
    int set_status; /* -1: the command's own */
};

static struct outcome make_report(struct tree *tree) {
    tree_settle(tree);
    trace_init(options.report.strip_path_prefix, options.report.hide_frames);
    names_enable(!strcmp(options.report.symbolize, "exit"));
    alike_join(tree);
    suppress_apply(&suppressions, tree);
    struct verdict verdict = verdict_of(tree, &options, &suppressions, &ran);
    const struct report report = {.tree = tree,
                                  .settings = &options,
                                  .verdict = &verdict,
                                  .suppressions = &suppressions,
                                  .ran = &ran};
    return (struct outcome){.is_written = output_write(&report, &output),
                            .set_status = verdict.set_status};
}

/* In a process of its own: whatever a strange file does to it, the command's status is given. */
static struct outcome report_apart(struct tree *tree) {
    struct outcome outcome = {.set_status = -1};
    int ends[2], status = 0;
    if (pipe(ends))
        return outcome;
    pid_t pid = fork();
    if (pid == 0) {
        outcome = make_report(tree);
        _exit(write(ends[1], &outcome, sizeof outcome) != sizeof outcome);
    }
    close(ends[1]);
    bool is_made = pid > 0 && read(ends[0], &outcome, sizeof outcome) == sizeof outcome;
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!is_made)
        say(WIFSIGNALED(status) ? store_format("arrowdev_check: error: the report ended with %s",
                                               ran_signal_name(WTERMSIG(status)))
                                : "arrowdev_check: error: the report could not be made");
    return outcome;
}

static int start_and_report(const struct program *program) {
    struct tree tree = {0};
    say_unwatched(program);
    follow_begin(launch.folder, &options, say_first_line);
    int error = supervise(&ran, launch.environment, tick, NULL);
    if (error) {
        say(store_format("arrowdev_check: error: %s: %s", ran.argv[0], strerror(error)));
        return error == ENOENT ? 127 : 126;
    }
    wait_for_survivors();
    bool is_read = follow_end(&tree);
    struct outcome outcome = report_apart(&tree);
    int status = ran_status(&ran);
    if (!status && outcome.set_status >= 0)
        status = outcome.set_status;
    return !status && !(is_read && outcome.is_written) ? EXIT_FAILURE : status;
}

/* With help=1 the library says at once what it would say at a first structure. */
_Noreturn static void become_asked(int end) {
    extern char **environ;
    char *const command[] = {"arrowdev-check", "--version", NULL};
    int null = open("/dev/null", O_RDWR);
    environ = launch.environment;
    setenv("ARROWDEV_CHECK_OPTIONS", store_format("%s:help=1", getenv("ARROWDEV_CHECK_OPTIONS")),
           true);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(end, STDERR_FILENO);
    execv("/proc/self/exe", command);
    _exit(127);
}

/* The processes read the declarations and are silent, and from a wrong line no structure comes that
 * would tell: one of our own is asked. */
static void say_wrong_declarations(void) {
    static const char mark[] = "arrowdev_check: declare: ";
    int ends[2];
    char *line = NULL;
    size_t size = 0;
    if (!*options.shim.declare || pipe2(ends, O_CLOEXEC))
        return;
    pid_t pid = fork();
    if (pid == 0)
        become_asked(ends[1]);
    close(ends[1]);
    FILE *lines = fdopen(ends[0], "r");
    for (ssize_t n; lines && (n = getline(&line, &size, lines)) > 0;)
        if (!strncmp(line, mark, strlen(mark)))
            say(store_format("%.*s", (int)strcspn(line, "\n"), line));
    free(line);
    if (lines)
        fclose(lines);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static int fail(const char *why) {
    say(store_format("arrowdev_check: error: %s", why));
    launch_clean(&launch);
    return EXIT_FAILURE;
}

int run_command(int argc, char **argv) {
    int command = 0;
    struct program program;
    if (argc && !strcmp(argv[0], "--help"))
        return command_help("run", "shim,tracker,report,launch");
    const char *complaint = read_arguments(argc, argv, &command);
    if (complaint)
        return command_misused(complaint);
    if (options.shim.help)
        options_help(NULL, say);
    if (command == argc)
        return EXIT_SUCCESS;
    program_find(&program, argv[command]);
    if (program.status) {
        say(store_format("arrowdev_check: error: %s: %s", argv[command], program.wrong));
        return program.status;
    }
    ran = (struct ran){.argv = argv + command, .path = program.path};
    const char *wrong = launch_prepare(&launch, &options);
    if (!wrong)
        wrong = watch_begin(&options);
    if (!wrong)
        wrong = launch_environment(&launch, &options, !program.refuses_preload);
    if (wrong)
        return fail(wrong);
    say_wrong_declarations();
    int status = start_and_report(&program);
    launch_clean(&launch);
    return status;
}
