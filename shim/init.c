/* init: the set-up of the library in the process; wires the stages.
 *
 * The map of what is built into libarrowdev_check.so:
 *
 *   shim/ gets us into the process and out of it again
 *     init.c             set-up at the first __gmon_start__ or in the constructor
 *     options.c          ARROWDEV_CHECK_OPTIONS into each stage's own struct
 *     elf.c              symbols and relocations of the loaded modules
 *     route.c            which function stands behind a name for which caller
 *     slots.c            the pass over the slots of new modules
 *     dlsym_x86_64.S     dlopen, dlmopen, dlsym, dlvsym: tail jumps that keep the caller
 *     exit.c             the ends of a process and its status
 *     exec.c             exec and its kin
 *     fork.c             what a child keeps
 *     signal.c           fatal signals and the faults of peek
 *     signal_x86_64.S    a call on another stack
 *     disposition.c      what the program believes its signal handlers to be
 *     altstack.c         alternate stacks for threads that have none
 */
/* SPDX-License-Identifier: Apache-2.0 */
#define BASE_OWNS_HOST /* reads the environment */
#include <errno.h>

#include "hooks/hook.h"
#include "shim/exit.h"
#include "shim/fork.h"
#include "shim/options.h"
#include "shim/route.h"
#include "shim/signal.h"
#include "shim/slots.h"

EXPORT void __gmon_start__(void);

static struct options options;

/* What is wrong with the options waits here: a process that never sees a structure says nothing. */
static struct text complaints;
static char complaints_storage[2048];

static void keep_complaint(const char *line) {
    if (complaints.length)
        text_add(&complaints, "\n");
    text_add(&complaints, line);
}

static void say_complaints(void) {
    char *line = complaints.length ? complaints_storage : NULL;
    while (line) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        record_say(line);
        line = end;
    }
    complaints.length = 0;
}

static void begin_structures(void) {
    say_complaints();
    exit_structures_began();
    if (options.shim.handle_signals)
        signal_structures_began();
}

static void enter_hook(void) {
    slots_rescan();
    signal_enter_hook();
}

static void read_options(void) {
    complaints = text_begin(complaints_storage, sizeof(complaints_storage));
    options_parse(&options, getenv("ARROWDEV_CHECK_OPTIONS"), keep_complaint);
    if (!options.shim.help)
        return;
    say_complaints();
    options_help(record_say);
}

static void set_up(void) {
    static const struct hook_ops ops = {.resolve = route_resolve,
                                        .open = route_open,
                                        .patch_on_demand = slots_patch_on_demand,
                                        .structures_began = begin_structures,
                                        .rescan = enter_hook};
    route_init();
    read_options();
    hook_init(&ops, &options.tracker, &options.report, options.values_json, options.from_json);
    /* Before any handler of the program: so these run last at the end, and hold our locks for the
     * shortest time at a fork. */
    exit_init(&options.shim, &options.report);
    fork_init(&options.shim);
}

/* Modules call this weak function of every C runtime before their constructors: the earliest that a
 * new module is met at, and the first call is earlier than our own constructor. */
void __gmon_start__(void) {
    static bool is_set_up; /* the first call comes before there are threads */
    int saved_errno = errno;
    if (!is_set_up) {
        is_set_up = true;
        set_up();
    }
    slots_pass();
    errno = saved_errno;
}

__attribute__((constructor)) static void construct(void) {
    __gmon_start__();
}
