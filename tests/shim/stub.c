/* stub: stands in for hooks/ and report/ right of the shim, so that its tests see what it asks of
 * them: one row, and a line on standard error for each call.
 *
 * STUB_ERRORS=N: the verdict at the end. STUB_CRASH=1: the crash report itself crashes.
 * STUB_FORK=1: amid the report at the end another thread forks, and its child aborts.
 * STUB_QUIET=1: no lines.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define BASE_OWNS_HOST
#include "hooks/declared.h"
#include "hooks/duties.h"
#include "hooks/hook.h"
#include "hooks/isolation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "report/unwind.h"
#include "report/voice.h"

static struct hook_ops ops;
static _Atomic bool has_begun, is_active;
static _Atomic uintptr_t reals[2][HOOK_INSTANCES];

void voice_init(void) {}

void record_say(const char *line) {
    char storage[4096];
    struct text text = text_begin(storage, sizeof(storage));
    text_add(&text, line);
    text_add(&text, "\n");
    (void)!write(2, storage, text.length);
}

bool record_is_begun(void) {
    return has_begun;
}

static bool has_folder; /* record_dir was set */

bool record_is_elsewhere(void) {
    return has_folder;
}

void module_note_unload(void) {}

bool module_code_around(uintptr_t address, uintptr_t *begin, uintptr_t *end) {
    return false;
}

void unwind_load_no_more(void) {}

void declared_read(const char *path, declared_say complain) {}

static void say(const char *what, const char *how, int64_t a, int64_t b) {
    if (getenv("STUB_QUIET"))
        return;
    char storage[256];
    struct text text = text_begin(storage, sizeof(storage));
    text_add(&text, "stub: ");
    text_add(&text, what);
    text_add(&text, " ");
    text_add(&text, how);
    text_add(&text, " ");
    text_add_int(&text, a);
    text_add(&text, " ");
    text_add_int(&text, b);
    record_say(storage);
}

/* fixture_value() as seen through a hook: 1000 more. */
static int call(unsigned instance) {
    struct hook_guard guard;
    if (hook_enter(&guard)) {
        char byte;
        if (!has_begun && is_active) {
            has_begun = true;
            ops.structures_began();
        }
        /* As a real hook does: memory that is not there. */
        if (peek(&byte, (void *)16, 1) == 0)
            say("peek", "read what is not there", 0, 0);
        hook_leave(&guard);
    }
    return ((int (*)(void))reals[0][instance])() + 1000;
}

static int fixture_free(unsigned instance) {
    return ((int (*)(void))reals[1][instance])() + 1000;
}

#define ENTRIES(n)                                                                                 \
    static int hook_##n(void) {                                                                    \
        return call(n);                                                                            \
    }                                                                                              \
    static int free_##n(void) {                                                                    \
        return fixture_free(n);                                                                    \
    }                                                                                              \
    _Static_assert(n < HOOK_INSTANCES, "one of them")
ENTRIES(0);
ENTRIES(1);
ENTRIES(2);
ENTRIES(3);
ENTRIES(4);
ENTRIES(5);
ENTRIES(6);
ENTRIES(7);

static void *const entries[2][HOOK_INSTANCES] = {
    {hook_0, hook_1, hook_2, hook_3, hook_4, hook_5, hook_6, hook_7},
    {free_0, free_1, free_2, free_3, free_4, free_5, free_6, free_7}};

static struct hook_row rows[] = {
    {.name = "fixture_value", .functions = entries[0], .reals = reals[0], .index = 0},
    {.name = "fixture_free",
     .functions = entries[1],
     .reals = reals[1],
     .index = 1,
     .on_demand = true}};

struct hook_duties hook_duties;

void hook_init(const struct hook_ops *given, const struct tracker_options *tracker,
               const struct report_options *report, const char *values_json,
               const char *from_json) {
    has_folder = report->record_dir[0] != 0;
    ops = *given;
    memory_init((size_t)tracker->memory_budget_mb << 20);
    thread_note_process();
    is_active = true;
}

struct hook_row *hook_find(const char *name) {
    for (unsigned i = 0; is_active && i < LENGTH(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

struct hook_row *hook_rows(unsigned *n) {
    *n = LENGTH(rows);
    return rows;
}

void *hook_entry(struct hook_row *row, void *real) {
    for (unsigned i = 0; i < HOOK_INSTANCES; i++) {
        uintptr_t expected = 0;
        if (atomic_compare_exchange_strong(&row->reals[i], &expected, (uintptr_t)real) ||
            expected == (uintptr_t)real)
            return row->functions[i];
    }
    return NULL;
}

bool hook_is_ours(uintptr_t address, uintptr_t *real) {
    for (unsigned row = 0; row < LENGTH(rows); row++)
        for (unsigned i = 0; i < HOOK_INSTANCES; i++)
            if ((uintptr_t)entries[row][i] == address) {
                *real = reals[row][i];
                return true;
            }
    return false;
}

bool hook_enter(struct hook_guard *guard) {
    if (!thread_is_own_process() || thread_self.guard)
        return false;
    thread_self.guard = 1;
    peek_forget_mask();
    ops.rescan();
    return true;
}

void hook_leave(const struct hook_guard *guard) {
    thread_self.guard = 0;
}

static void *fork_once(void *unused) {
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        raise(SIGABRT);
    waitpid(child, &status, 0);
    say("child", "ended", WIFSIGNALED(status) ? WTERMSIG(status) : -1, 0);
    return unused;
}

static void fork_amid(void) {
    static bool is_over;
    pthread_t thread;
    if (is_over || !getenv("STUB_FORK"))
        return;
    is_over = true;
    if (pthread_create(&thread, NULL, fork_once, NULL) == 0)
        pthread_join(thread, NULL);
}

bool hook_end(const struct record_exit *how, struct finding_counts *counts) {
    fork_amid();
    const char *errors = getenv("STUB_ERRORS");
    *counts = (struct finding_counts){.errors = errors ? (uint32_t)atoi(errors) : 0};
    say("end", how->how, how->status, how->signal);
    return true;
}

bool isolation_concerns(uintptr_t address) {
    return false;
}

bool isolation_fault(uintptr_t address, bool is_write, void *ucontext) {
    return false;
}

void hook_want_snapshot(int signal) {
    say("snapshot", "wanted", signal, 0);
}

void hook_snapshot(void) {
    say("snapshot", "taken", 0, 0);
}

bool hook_confine(bool is_inherited) {
    return false;
}

void hook_unconfine(bool is_inherited) {}

void hook_forget_frees(void) {}

void hook_main_ended(void) {
    say("main", "ended", 0, 0);
}

static volatile int *volatile nothing = (int *)48;

void hook_crash(int signal, void *context, uintptr_t given) {
    char byte;
    if (peek(&byte, (void *)32, 1) == 0)
        say("peek", "read what is not there", 0, 0);
    /* A big frame: the report may not run on a small stack. */
    volatile char frame[100 * 1024];
    frame[0] = frame[sizeof(frame) - 1] = 0;
    const ucontext_t *at = context;
    Dl_info info = {0};
    dladdr((void *)at->uc_mcontext.gregs[REG_RIP], &info);
    say("crash", info.dli_sname ? info.dli_sname : "?", signal, 0);
    if (getenv("STUB_CRASH"))
        *nothing = 0;
}

void hook_fork_prepare(void) {
    lock_fork_prepare();
}

void hook_fork_parent(void) {
    lock_fork_parent();
}

void hook_fork_child(bool follow) {
    lock_fork_child();
    thread_fork_child();
    thread_note_process();
    has_begun = false;
    if (!follow)
        is_active = false;
}

void hook_fork_child_end(void) {}

/* Not a libc name and no hook: lets a test ask for the rest of the interface. */
EXPORT void *stub_resolve(const char *name);
void *stub_resolve(const char *name) {
    return ops.resolve(name);
}

EXPORT void stub_watch_frees(void *address);
void stub_watch_frees(void *address) {
    ops.patch_on_demand((uintptr_t)address);
}
