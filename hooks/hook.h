/* hook: turns the rows of rows/ into functions the program calls in place of the real ones, and
 * holds the guard.
 *
 * A row is a name, its C signature, when we look (before, after, both) and what is to be seen. For
 * each real function behind the name (several copies of libarrow may be loaded) one instance of the
 * row's function is handed out, so that a hook always calls the function that its slot held. Hooks
 * are hidden: only slots and look-ups lead to them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_HOOK_H
#define HOOKS_HOOK_H

#include <stdatomic.h>

#include "report/base/options.h"
#include "report/record.h"

/** Real functions of one name that can be told apart; a further one is left alone and said in the
 * limits. */
#define HOOK_INSTANCES 8

/** In place of a row's index: the program said it itself (arrowdev_check.h). */
#define HOOK_ROW_ANNOTATION (UINT16_MAX - 1)

struct hook_row {
    const char *name;         /* the symbol */
    const char *module;       /* only the function of this module; NULL: of any */
    struct hook_row *next;    /* the same name in another module */
    void *const *functions;   /* n_functions entry points of ours */
    unsigned n_functions;     /* at most HOOK_INSTANCES */
    _Atomic uintptr_t *reals; /* the real function behind each, 0 when free */
    _Atomic uint64_t calls;
    uint16_t index;          /* in the table of rows */
    bool on_demand;          /* libc's free and kin: patched only in modules the hooks ask for */
    bool of_runtime;         /* of a device's runtime: told only where the process has it */
    bool only_isolated;      /* known by name only where consumers get copies (touch.h) ... */
    bool only_threaded;      /* ... where each thread has a clock of its own (meet.h) */
    _Atomic bool overflowed; /* more than n_functions real functions */
};

/** What the shim gives the hooks. All may load or look up: none is called under our locks. */
struct hook_ops {
    void *(*resolve)(
        const char *name);           /* a symbol in any loaded module, NULL when none defines it */
    void *(*open)(const char *name); /* dlopen(name, RTLD_NOW | RTLD_LOCAL), past our own wrapper */
    void (*patch_on_demand)(
        uintptr_t address);         /* patch the on_demand rows in the module of this address */
    void (*structures_began)(void); /* the first structure: handlers, exit report */
    void (*rescan)(void);           /* modules may have come: pass over the new ones */
    bool (*may_jump)(void);         /* a signal handler may leave our code by a jump */
    void (*halt)(void); /* this thread has just made a finding of halt_on; may not return */
};

/**
 * Sets up rows and the stages to the right. Once, from the shim's set-up. All pointers stay valid
 * for ever.
 *
 * @values_json, @from_json  the effective options and where each came from, for the record's header
 */
void hook_init(const struct hook_ops *ops, const struct tracker_options *tracker,
               const struct report_options *report, const char *values_json, const char *from_json);

/** The row of a symbol, NULL when it has none. Any thread, no lock. */
struct hook_row *hook_find(const char *name);

/** All rows, for the pass over slots and the report. */
struct hook_row *hook_rows(unsigned *n);

/**
 * The function to put in the place of a real one.
 *
 * @real    never NULL, never one of ours
 * @return  the row's entry point for it; NULL when all instances are taken (counted), or the row
 *          speaks of another module's function
 */
void *hook_entry(struct hook_row *row, void *real);

/** True when the address is one of our entry points; *real is then the function behind it. */
bool hook_is_ours(uintptr_t address, uintptr_t *real);

/** The guard against re-entry: saves errno; false inside our own code and in a vfork child: the
 * caller only passes through then, and must not call hook_leave(). */
struct hook_guard {
    uint64_t mask;    /* the program's blocked signals, where they were changed */
    bool has_mask;    /* they were: signals wait until hook_leave() */
    int cancel_state; /* the program's */
    int saved_errno;
};
bool hook_enter(struct hook_guard *guard);
/** A handler of the program may jump out of our code where signals are not held back. */
bool hook_may_be_left(void);
void hook_leave(const struct hook_guard *guard);
/** The same for calls of a device's driver, at a cost that those can bear: signals are let be.
 * A handler that jumped out of such a call would leave the driver's own locks held. */
struct hook_light {
    int saved_errno, cancel_state;
    bool has_state;
};
bool hook_enter_lightly(struct hook_light *guard);
/** The same where nothing is written, no stack taken: the thread may stay cancellable. */
bool hook_enter_barely(struct hook_light *guard);
void hook_leave_lightly(const struct hook_light *guard);
/** A place gets its stack, once: of a runtime's call, and only where a report may want it. */
struct site;
void hook_locate(struct site *site);

/** A release callback will run here: watch what its module frees. Once, until some module goes. */
void hook_watch_frees(uintptr_t callback);
void hook_forget_frees(void);

/** One more call of a row; so many more. */
void hook_count(uint16_t row);
void hook_count_more(uint16_t row, uint64_t n);

/** The first structure is about to be seen: record, stacks, handlers. Idempotent, cheap after. */
void hook_structures_began(void);

/** Forget the object that died longest ago when the quarantine is over its share, or @force. False:
 * there is none. */
bool hook_evict(bool force);

/** Counts for the record's last line: hook states and limits; what it points to is kept. */
void hook_activity(struct record_activity *activity);
/** The process ends; the first and every later call writes what there is. See record_end(). */
bool hook_end(const struct record_exit *how, struct finding_counts *counts);
/** Write what there is so far with no look at what is alive; not where the record has a reader. */
void hook_snapshot(void);
/** The thread will have too few system calls: what there is so far is written, then its hooks only
 * pass through; all do where what it starts has no more (@is_inherited). False: they do already. */
bool hook_confine(bool is_inherited);
/** It could not. */
void hook_unconfine(bool is_inherited);
/** A signal wants the same, and what is alive: when the next hook is left. From its handler. */
void hook_want_snapshot(int signal);
/** exit() was entered: static destructors and exit handlers follow. */
void hook_main_ended(void);
/** A fatal signal that nobody in the program handles.
 * @given  where it is a call of address 0, the first argument of that; 0 elsewhere */
void hook_crash(int signal, void *ucontext, uintptr_t given);

/** Around a fork, whose signals wait for the parent's, or the child's end. */
void hook_fork_prepare(void);
void hook_fork_parent(void);
void hook_fork_child(bool follow);
void hook_fork_child_end(void);

#endif
