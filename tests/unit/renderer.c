/* renderer: what the program gets, what its end is taken for, and that the host notices nothing.
 *
 * A script beside this program stands for arrowdev-check. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/renderer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/base/thread.h"
#include "report/module.h"
#include "report/record.h"
#include "tests/unit/unit.h"

static struct report_options options = {
    .format = "text", .log_path = "", .record_dir = "", .quiet = true, .symbolize_timeout_s = 600};
static char program[4096];
static int standard_error, printed;
static struct finding_counts counts;

/** The program is a shell script of these lines. */
static void write_program(const char *lines) {
    FILE *file = fopen(program, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", lines);
    fclose(file);
    assert_int_equal(chmod(program, 0755), 0);
}

static const char *output(void) {
    static char text[65536];
    ssize_t n = pread(printed, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

static const char *run(void) {
    counts = (struct finding_counts){9, 9, 9};
    assert_int_equal(ftruncate(printed, 0), 0);
    lseek(printed, 0, SEEK_SET);
    return renderer_run(&options, &counts);
}

static int set_up(void **state) {
    const struct module *self = module_self();
    snprintf(program, sizeof program, "%.*sarrowdev-check", (int)(self->name - self->path),
             self->path);
    printed = memfd_create("printed", MFD_CLOEXEC);
    standard_error = dup(2);
    dup2(printed, 2);
    thread_note_process();
    record_init(&options, "{}", "{}");
    record_begin();
    return 0;
}

static int tear_down(void **state) {
    unlink(program);
    dup2(standard_error, 2);
    return 0;
}

static void the_verdict_comes_back(void **state) {
    write_program("cat <&3 >&2; echo \"$@\" >&2; echo verdict 3 20 100 >&4");
    assert_null(run());
    assert_int_equal(counts.errors, 3);
    assert_int_equal(counts.warnings, 20);
    assert_int_equal(counts.notes, 100);
    assert_non_null(strstr(output(), "{\"k\":\"header\""));
    assert_non_null(strstr(output(), "report --in-process --record-fd 3 --verdict-fd 4\n"));
}

static void it_inherits_nothing_of_ours(void **state) {
    setenv("LD_PRELOAD", "/nonexistent/ours.so", 1);
    setenv("LD_LIBRARY_PATH", "/nonexistent", 1);
    setenv("ARROWDEV_CHECK_OPTIONS", "verbosity=1", 1);
    setenv("DEBUGINFOD_URLS", "http://localhost", 1);
    setenv("KEPT", "yes", 1);
    int theirs = open("/dev/null", O_RDONLY), high = fcntl(theirs, F_DUPFD, 300);
    write_program("env >&2; ls /proc/$$/fd | sort -n | tr '\\n' ' ' >&2; echo verdict 0 0 0 >&4");
    assert_null(run());
    assert_null(strstr(output(), "ours.so"));
    assert_null(strstr(output(), "LD_LIBRARY_PATH"));
    assert_null(strstr(output(), "ARROWDEV_CHECK_OPTIONS"));
    assert_null(strstr(output(), "DEBUGINFOD"));
    assert_non_null(strstr(output(), "KEPT=yes"));
    /* 10 or 255 is the shell's own for its script. */
    const char *numbers = strstr(output(), "0 1 ");
    assert_non_null(numbers);
    assert_memory_equal(numbers, "0 1 2 3 4 ", strlen("0 1 2 3 4 "));
    assert_null(strstr(numbers, "300"));
    close(theirs);
    close(high);
    unsetenv("LD_PRELOAD");
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("ARROWDEV_CHECK_OPTIONS");
}

static void a_failing_program_is_said(void **state) {
    write_program("exit 1");
    assert_non_null(run());
    assert_int_equal(counts.errors, 9);
    write_program("echo verdict 1 x 3 >&4");
    assert_non_null(run());
    write_program("kill -SEGV $$");
    assert_non_null(run());
    assert_int_equal(chmod(program, 0644), 0);
    assert_non_null(strstr(run(), "beside"));
    unlink(program);
    assert_non_null(strstr(run(), "beside"));
}

static void its_time_is_limited(void **state) {
    struct timespec from, to;
    options.symbolize_timeout_s = 1;
    write_program("exec sleep 600");
    clock_gettime(CLOCK_MONOTONIC, &from);
    const char *complaint = run();
    clock_gettime(CLOCK_MONOTONIC, &to);
    options.symbolize_timeout_s = 600;
    assert_non_null(strstr(complaint, "symbolize_timeout_s"));
    assert_true(to.tv_sec - from.tv_sec < 300);
}

static _Atomic int n_children_ended;

static void on_child(int signal) {
    n_children_ended++;
}

static _Atomic bool stop;

/** A host that collects whatever child ends. */
static void *collect(void *context) {
    long collected = 0;
    while (!stop) {
        if (waitpid(-1, NULL, WNOHANG) > 0)
            collected++;
        usleep(200);
    }
    return (void *)collected;
}

static void the_host_sees_no_child(void **state) {
    struct sigaction action = {.sa_handler = on_child};
    pthread_t thread;
    sigaction(SIGCHLD, &action, NULL);
    pthread_create(&thread, NULL, collect, NULL);
    write_program("echo verdict 1 0 0 >&4");
    for (int i = 0; i < 5; i++)
        assert_null(run());
    stop = true;
    void *collected;
    pthread_join(thread, &collected);
    assert_null(collected);
    assert_int_equal(n_children_ended, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
}

static void ignored_and_blocked_signals_make_no_difference(void **state) {
    sigset_t all, old, none;
    sigfillset(&all);
    signal(SIGCHLD, SIG_IGN);
    sigprocmask(SIG_SETMASK, &all, &old);
    /* The shell itself blocks them while it waits for another program. */
    write_program(
        "while read -r line; do case $line in SigBlk*) echo \"$line\" >&2;; esac;"
        " done </proc/$$/status; echo verdict 1 2 3 >&4");
    const char *complaint = run();
    sigprocmask(SIG_SETMASK, &old, NULL);
    signal(SIGCHLD, SIG_DFL);
    assert_null(complaint);
    assert_non_null(strstr(output(), "SigBlk:\t0000000000000000"));
    sigpending(&none);
    assert_false(sigismember(&none, SIGCHLD));
}

static void a_reader_that_is_gone_does_not_end_it(void **state) {
    int ends[2];
    write_program("trap '' TERM; echo into the void >&2; echo verdict 4 0 0 >&4");
    pid_t child = fork();
    if (child == 0) {
        assert_int_equal(pipe(ends), 0);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        record_fork_child();
        record_begin();
        _exit(renderer_run(&options, &counts) == NULL && counts.errors == 4 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void a_closed_standard_error_is_replaced(void **state) {
    write_program("echo lost >&2 || exit 1; echo verdict 5 0 0 >&4");
    pid_t child = fork();
    if (child == 0) {
        close(2);
        record_fork_child();
        record_begin();
        _exit(renderer_run(&options, &counts) == NULL && counts.errors == 5 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void no_descriptor_and_no_space_are_said(void **state) {
    write_program("echo verdict 6 0 0 >&4");
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
        bool is_said = renderer_run(&options, &counts) != NULL;
        _exit(is_said ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
        bool is_said = renderer_run(&options, &counts) != NULL;
        _exit(is_said ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_verdict_comes_back),
        cmocka_unit_test(it_inherits_nothing_of_ours),
        cmocka_unit_test(a_failing_program_is_said),
        cmocka_unit_test(its_time_is_limited),
        cmocka_unit_test(the_host_sees_no_child),
        cmocka_unit_test(ignored_and_blocked_signals_make_no_difference),
        cmocka_unit_test(a_reader_that_is_gone_does_not_end_it),
        cmocka_unit_test(a_closed_standard_error_is_replaced),
        cmocka_unit_test(no_descriptor_and_no_space_are_said),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
