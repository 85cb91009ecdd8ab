/* exit: handlers at the end of the process, and 97 in place of 0. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/exit.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hooks/hook.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "shim/disposition.h"
#include "shim/route.h"

/* Of the C++ ABI and of libc; the handler of the second gets the exit status too. */
int __cxa_atexit(void (*handler)(void *argument), void *argument, void *dso);
int __cxa_at_quick_exit(void (*handler)(void *argument), void *dso);

static const struct shim_options *options;
/* Which thread ends the process, normally or for halt_on; 0 for none. */
static _Atomic uint32_t ending;

/* A record that goes elsewhere has a reader, who alone changes a status. */
static bool is_to_be_changed(int status, const struct finding_counts *counts) {
    if ((status & 0xff) != 0 || record_is_elsewhere() || strcmp(options->exitcode_on, "never") == 0)
        return false;
    bool on_warning = strcmp(options->exitcode_on, "warning") == 0;
    return options->exitcode != 0 && counts->errors + (on_warning ? counts->warnings : 0) > 0;
}

bool exit_is_watched(void) {
    return record_is_begun() && thread_is_own_process();
}

static void end_normally(int status, void *unused) {
    if (!exit_is_watched())
        return;
    struct finding_counts counts;
    atomic_store(&ending, thread_id());
    hook_end(&(struct record_exit){.how = "exit", .status = status}, &counts);
    /* Not _exit: libc goes on with what is left to do, buffered output above all. */
    if (is_to_be_changed(status, &counts))
        exit((int)options->exitcode);
}

void exit_abruptly(const char *how, int status) {
    if (!exit_is_watched())
        return;
    int saved_errno = errno;
    struct finding_counts counts;
    uint32_t before = atomic_exchange(&ending, thread_id()); /* exec may yet fail */
    hook_end(&(struct record_exit){.how = how, .status = status}, &counts);
    atomic_store(&ending, before);
    errno = saved_errno;
}

void exit_outlast(void) {
    const struct timespec tick = {.tv_nsec = 1000000};
    uint32_t who = atomic_load(&ending);
    if (!who || who == thread_id() || !thread_is_own_process())
        return;
    while (atomic_load(&ending))
        nanosleep(&tick, NULL);
}

void exit_fork_child(void) {
    atomic_store(&ending, 0);
}

static void end_quickly(void *unused, int status) {
    exit_abruptly("quick_exit", status);
}

void exit_init(const struct shim_options *given) {
    options = given;
    /* The handlers of __cxa_atexit() get the status too, but not where a sanitizer stands before
     * it; before that of quick_exit() none does. */
    on_exit(end_normally, NULL);
    __cxa_at_quick_exit((void (*)(void *))(void (*)(void))end_quickly, NULL);
}

static void end_main(void *unused) {
    if (exit_is_watched())
        hook_main_ended();
}

void exit_watch_main(void) {
    static _Atomic bool is_registered; /* a child of fork inherits it */
    if (!atomic_exchange(&is_registered, true))
        __cxa_atexit(end_main, NULL, NULL);
}

/* As the kernel would deliver it to a program that handles no signals. */
static void send(int signal) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    route_libc.pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

static void say_that_we_wait(void) {
    char storage[160];
    struct text line = text_begin(storage, sizeof(storage));
    text_add(&line, "arrowdev_check: stopped: gdb -p ");
    text_add_int(&line, getpid());
    text_add(&line, " looks at it, kill -CONT ");
    text_add_int(&line, getpid());
    text_add(&line, " lets it go on");
    record_say(storage);
}

static void halt_for_good(const char *how, int status, int signal) {
    struct finding_counts counts;
    hook_end(&(struct record_exit){.how = how, .status = status, .signal = signal}, &counts);
    if (signal == 0)
        route_libc._exit(status);
    disposition_default(signal);
    send(signal);
}

/* Who is at its end anyhow ends as it does: what is buffered is written. */
void exit_halt(void) {
    bool is_none = strcmp(options->stop, "none") == 0,
         is_abort = strcmp(options->stop, "abort") == 0;
    if (!exit_is_watched() || (is_none && atomic_exchange(&ending, thread_id())))
        return;
    int saved_errno = errno;
    if (is_none)
        halt_for_good("_exit", (int)options->exitcode, 0);
    else if (is_abort)
        halt_for_good("abort", -1, SIGABRT);
    else {
        hook_snapshot();
        if (strcmp(options->stop, "wait") == 0)
            say_that_we_wait();
        send(strcmp(options->stop, "wait") == 0 ? SIGSTOP : SIGTRAP);
    }
    errno = saved_errno;
}

EXPORT void _exit(int status) {
    route_init();
    exit_abruptly("_exit", status);
    route_next._exit(status);
    __builtin_unreachable();
}

/* Its signal is ours to see but where the program ignores it: then abort() ends it all the same. */
static void expect_abort(void) {
    route_init();
    if (exit_is_watched())
        disposition_expect_abort();
}

EXPORT void abort(void) {
    expect_abort();
    route_next.abort();
    __builtin_unreachable();
}

/* What assert() calls; libc's own goes to its abort() directly. */
EXPORT void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) {
    expect_abort();
    route_next.__assert_fail(assertion, file, line, function);
    __builtin_unreachable();
}

EXPORT void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    expect_abort();
    route_next.__assert_perror_fail(error, file, line, function);
    __builtin_unreachable();
}

EXPORT void _Exit(int status) {
    _exit(status);
}
