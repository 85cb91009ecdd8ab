/* exit: handlers at the end of the process, and 97 in place of 0. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/exit.h"

#include <errno.h>
#include <stdatomic.h>

#include "hooks/hook.h"
#include "report/base/thread.h"
#include "shim/route.h"

/* Of the C++ ABI and of libc; the handler gets the exit status too. */
int __cxa_atexit(void (*handler)(void *argument), void *argument, void *dso);
int __cxa_at_quick_exit(void (*handler)(void *argument), void *dso);

static const struct shim_options *options;

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

static void end_normally(void *unused, int status) {
    if (!exit_is_watched())
        return;
    struct finding_counts counts;
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
    hook_end(&(struct record_exit){.how = how, .status = status}, &counts);
    errno = saved_errno;
}

static void end_quickly(void *unused, int status) {
    exit_abruptly("quick_exit", status);
}

void exit_init(const struct shim_options *given) {
    options = given;
    /* libc calls such handlers with the status as second argument. */
    __cxa_atexit((void (*)(void *))(void (*)(void))end_normally, NULL, NULL);
    __cxa_at_quick_exit((void (*)(void *))(void (*)(void))end_quickly, NULL);
}

static void end_main(void *unused) {
    if (exit_is_watched())
        hook_main_ended();
}

void exit_structures_began(void) {
    static _Atomic bool is_registered; /* a child of fork inherits it */
    if (!atomic_exchange(&is_registered, true))
        __cxa_atexit(end_main, NULL, NULL);
}

EXPORT void _exit(int status) {
    route_init();
    exit_abruptly("_exit", status);
    route_libc._exit(status);
    __builtin_unreachable();
}

EXPORT void _Exit(int status) {
    _exit(status);
}
