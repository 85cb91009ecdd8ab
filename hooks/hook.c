/* hook: the rows as the shim sees them, and what every hooked call goes through. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/hook.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hooks/bridge.h"
#include "hooks/callback.h"
#include "hooks/declared.h"
#include "hooks/desk.h"
#include "hooks/duties.h"
#include "hooks/handover.h"
#include "hooks/isolation.h"
#include "hooks/nowhere.h"
#include "hooks/quick.h"
#include "hooks/release.h"
#include "hooks/row.h"
#include "hooks/runtime.h"
#include "hooks/suspect.h"
#include "hooks/touch.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "report/pystack.h"
#include "report/snapshot.h"
#include "tracker/checkpoint.h"
#include "tracker/crash.h"
#include "tracker/tracker.h"

struct hook_row *hook_find(const char *name) {
    return row_find(name);
}

struct hook_row *hook_rows(unsigned *n) {
    *n = row_count;
    return row_table;
}

/* libprod.so also means libprod.so.1.2 */
static bool is_in_module(uintptr_t function, const char *name) {
    const struct module *module = module_get(module_of(function));
    size_t length = strlen(name);
    return module && strncmp(module->name, name, length) == 0 &&
           (module->name[length] == 0 || module->name[length] == '.');
}

void *hook_entry(struct hook_row *row, void *real) {
    while (row && row->module && !is_in_module((uintptr_t)real, row->module))
        row = row->next;
    for (unsigned i = 0; row && i < row->n_functions; i++) {
        uintptr_t expected = 0;
        if (atomic_compare_exchange_strong(&row->reals[i], &expected, (uintptr_t)real) ||
            expected == (uintptr_t)real)
            return row->functions[i];
    }
    if (row)
        atomic_store(&row->overflowed, true);
    return NULL;
}

bool hook_is_ours(uintptr_t address, uintptr_t *real) {
    for (unsigned row = 0; row < row_count; row++)
        for (unsigned i = 0; i < row_table[row].n_functions; i++)
            if ((uintptr_t)row_table[row].functions[i] == address) {
                *real = atomic_load(&row_table[row].reals[i]);
                return true;
            }
    return false;
}

void hook_count(uint16_t row) {
    hook_count_more(row, 1);
}

void hook_count_more(uint16_t row, uint64_t n) {
    atomic_fetch_add_explicit(&row_table[row].calls, n, memory_order_relaxed);
}

static struct hook_ops ops;
static struct report_options const *report_options;
struct hook_duties hook_duties;
static _Atomic uint64_t watched_modules[16]; /* bit of a module id: its frees are watched */

static void retire(struct object *object) {
    thunk_retire(object);
}

static void give_thunk(struct object *object, uint32_t slot) {
    if (object->state == STATE_LIVE && object->parent)
        release_take_back(object->address, slot);
    thunk_get(slot)->object = object;
    __atomic_store_n(&thunk_get(slot)->handler, callback_release, __ATOMIC_RELEASE);
}

static const char *row_name(uint16_t row) {
    if (row == HOOK_ROW_ANNOTATION)
        return "annotation";
    return row < row_count ? row_table[row].name : NULL;
}

static const struct tracker_ops for_tracker = {.retire = retire,
                                               .row_name = row_name,
                                               .is_in_place = handover_is_in_place,
                                               .is_within = handover_is_within,
                                               .typed = isolation_typed};

/* Where each step is recorded, contents are read or replaced, or some arrays are left alone, all go
 * the long way. */
static bool is_short_way_open(const struct tracker_options *tracker) {
    return strcmp(tracker->events, "all") != 0 && tracker->sample == 1 &&
           strcmp(tracker->isolate, "0") == 0 && !tracker->validate;
}

void hook_init(const struct hook_ops *given, const struct tracker_options *tracker,
               const struct report_options *report, const char *values_json,
               const char *from_json) {
    ops = *given;
    report_options = report;
    memory_init((size_t)tracker->memory_budget_mb << 20);
    thread_note_process();
    row_init(strcmp(tracker->isolate, "0") != 0, strcmp(tracker->host_clock, "thread") == 0);
    runtime_init(&ops);
    bridge_init(strcmp(tracker->isolate, "0") != 0 || tracker->validate, ops.resolve);
    handover_init(tracker->sample);
    thunk_init(callback_stale);
    object_init();
    record_init(report, values_json, from_json);
    tracker_init(tracker, &for_tracker);
    draft_init(give_thunk, retire);
    quick_init(is_short_way_open(tracker));
    release_init((uint64_t)tracker->callback_timeout_ms * 1000000u);
    atomic_store(&hook_duties.is_active, true);
}

/* A handler of the program that runs amid our own code might leave it by siglongjmp, our locks
 * held. Faults are ours to handle. */
static const uint64_t blocked_inside =
    ~(1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1) | 1ull << (SIGILL - 1) | 1ull << (SIGFPE - 1) |
      1ull << (SIGTRAP - 1) | 1ull << (SIGABRT - 1) | 1ull << (SIGSYS - 1));

/* Where a sandbox refuses it, nothing is known to be blocked. */
static void set_mask(const uint64_t *mask, uint64_t *old) {
    if (syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, sizeof(*mask)) != 0 && old)
        *old = 0;
}

static bool is_open(uint64_t mask) {
    return !(mask & (1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1)));
}

bool hook_may_be_left(void) {
    return ops.may_jump();
}

/* Signals wait. */
static void hold_signals(struct hook_guard *guard) {
    guard->has_mask = true;
    set_mask(&blocked_inside, &guard->mask);
    peek_note_mask(true);
}

static void let_signals(const struct hook_guard *guard) {
    peek_note_mask(is_open(guard->mask));
    set_mask(&guard->mask, NULL);
}

bool hook_enter(struct hook_guard *guard) {
    guard->saved_errno = errno;
    if (!atomic_load_explicit(&hook_duties.is_active, memory_order_relaxed) || thread_self.guard)
        return false;
    if (!thread_is_own_process()) {
        errno = guard->saved_errno;
        return false;
    }
    guard->has_mask = false;
    if (!peek_is_quick() || ops.may_jump())
        hold_signals(guard);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel_state);
    thread_self.guard = 1;
    ops.rescan();
    return true;
}

static void take_snapshot(void);

void hook_leave(const struct hook_guard *guard) {
    int ours;
    thread_self.guard = 0;
    if (UNLIKELY(atomic_load_explicit(&hook_duties.snapshot_signal, memory_order_relaxed)))
        take_snapshot();
    pthread_setcancelstate(guard->cancel_state, &ours);
    errno = guard->saved_errno;
    if (UNLIKELY(thread_self.halts)) {
        thread_self.halts = false;
        ops.halt();
    }
    /* Last: a handler that was held back may jump away from here. */
    if (guard->has_mask)
        let_signals(guard);
}

bool hook_enter_barely(struct hook_light *guard) {
    guard->saved_errno = errno;
    guard->has_state = false;
    if (!atomic_load_explicit(&hook_duties.is_active, memory_order_relaxed) || thread_self.guard)
        return false;
    thread_self.guard = 1;
    return true;
}

bool hook_enter_lightly(struct hook_light *guard) {
    if (!hook_enter_barely(guard))
        return false;
    /* Before there is a record nothing is written, so no thread can be cancelled in here. */
    guard->has_state = record_is_begun();
    if (guard->has_state)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &guard->cancel_state);
    return true;
}

void hook_leave_lightly(const struct hook_light *guard) {
    int ours;
    thread_self.guard = 0;
    if (guard->has_state)
        pthread_setcancelstate(guard->cancel_state, &ours);
    errno = guard->saved_errno;
}

/* Of a runtime's call they are captured before the first structure too. */
static void begin_stacks(void) {
    static _Atomic bool began;
    if (LIKELY(atomic_load_explicit(&began, memory_order_acquire)))
        return;
    stack_init((unsigned)report_options->stack_depth, ops.resolve, ops.open);
    pystack_init(ops.resolve);
    atomic_store_explicit(&began, true, memory_order_release);
}

void hook_locate(struct site *site) {
    if (site->stack)
        return;
    begin_stacks();
    desk_locate(site);
}

/* Rows that a slot or a look-up of this process leads to. */
static unsigned count_active(void) {
    unsigned n = 0;
    for (unsigned row = 0; row < row_count; row++)
        n += atomic_load(&row_table[row].reals[0]) != 0;
    return n;
}

void hook_structures_began(void) {
    if (LIKELY(atomic_load_explicit(&hook_duties.has_begun, memory_order_acquire)))
        return;
    char storage[256];
    struct text words = text_begin(storage, sizeof(storage));
    /* Two threads may come at once: each step can be taken twice. */
    begin_stacks();
    runtime_words(&words);
    record_note_hooks(count_active(), storage);
    record_begin();
    if (!atomic_exchange(&hook_duties.has_begun, true))
        ops.structures_began();
}

bool hook_evict(bool force) {
    struct object *object = thunk_evict(force);
    if (object)
        tracker_forget(object);
    return object != NULL;
}

void hook_watch_frees(uintptr_t callback) {
    int module = module_of(callback);
    if (module < 0 || module >= (int)(LENGTH(watched_modules) * 64))
        return;
    uint64_t bit = 1ull << (module % 64);
    if (!(atomic_load_explicit(&watched_modules[module / 64], memory_order_relaxed) & bit) &&
        !(atomic_fetch_or(&watched_modules[module / 64], bit) & bit))
        ops.patch_on_demand(callback);
}

void hook_forget_frees(void) {
    for (unsigned i = 0; i < LENGTH(watched_modules); i++)
        atomic_store_explicit(&watched_modules[i], 0, memory_order_relaxed);
}

/* State of each row, for the report: a hook that was never reached looks like a clean result
 * otherwise. */
static struct record_hook hook_states[ROW_MOST];
static const char *limits[12];
static _Atomic unsigned n_confined, n_filtered; /* threads */

static const char *state_of(const struct hook_row *row) {
    if (atomic_load(&row->overflowed))
        return "bypassed";
    return atomic_load(&row->reals[0]) ? "active" : "not-present";
}

/* "further copies of AdbcStatementBind, ... are not watched" */
static const char *overflow_limit(void) {
    static char storage[512];
    struct text text = text_begin(storage, sizeof(storage));
    for (unsigned row = 0; row < row_count; row++)
        if (atomic_load(&row_table[row].overflowed)) {
            text_add(&text, text.length ? ", " : "not watched in further modules that define it: ");
            text_add(&text, row_table[row].name);
        }
    return text.length ? storage : NULL;
}

static const char *sample_limit(void) {
    static char storage[96];
    struct text text = text_begin(storage, sizeof(storage));
    text_add(&text, "only a sample was watched: ");
    text_add_uint(&text, handover_passed_over());
    text_add(&text, " new structures were left alone");
    return storage;
}

void hook_activity(struct record_activity *activity) {
    unsigned n_hooks = 0;
    for (unsigned row = 0; row < row_count; row++) {
        uint64_t calls = atomic_load(&row_table[row].calls);
        if (row_table[row].of_runtime)
            activity->device_calls += calls;
        if (!row_table[row].of_runtime || atomic_load(&row_table[row].reals[0]))
            hook_states[n_hooks++] = (struct record_hook){
                .symbol = row_table[row].name, .state = state_of(&row_table[row]), .calls = calls};
    }
    activity->hooks = hook_states;
    activity->n_hooks = n_hooks;
    unsigned n = 0;
    limits[n++] = "namespaces made by dlmopen are not watched";
    if (strcmp(stack_unwinder(), "libunwind") != 0)
        limits[n++] = "libunwind was not found: stacks are slower to take or shorter";
    if (handover_cut() > 0)
        limits[n++] =
            "children beyond a depth of 64 or beyond a million of one tree are not watched";
    const char *overflow = overflow_limit();
    if (overflow)
        limits[n++] = overflow;
    if (declared_limit())
        limits[n++] = declared_limit();
    if (handover_passed_over() > 0)
        limits[n++] = sample_limit();
    if (atomic_load(&n_confined) > 0)
        limits[n++] =
            "a thread in seccomp's strict mode is not watched: it may not even ask the time";
    if (atomic_load(&n_filtered) > 0)
        limits[n++] =
            "a seccomp filter of the process ends it at calls that watching needs: from "
            "there on nothing is watched";
    if (touch_has_rings())
        limits[n++] = "isolate: what io_uring reads and writes is not watched, and may fail there";
    n = runtime_limits(limits, n, LENGTH(limits));
    activity->limits = limits;
    activity->n_limits = n;
}

static void gather(struct record_activity *activity) {
    quick_count();
    tracker_activity(activity);
    hook_activity(activity);
}

bool hook_end(const struct record_exit *how, struct finding_counts *counts) {
    *counts = (struct finding_counts){0};
    if (!record_is_begun())
        return false;
    struct hook_guard guard;
    bool entered = hook_enter(&guard);
    if (!entered && how->signal == 0)
        return false;
    /* The report waits for others, and no signal should cut that short. */
    if (entered && !guard.has_mask)
        hold_signals(&guard);
    if (how->signal == 0) {
        declared_end(ops.resolve);
        isolation_end();
    }
    atomic_store(&hook_duties.snapshot_signal, 0); /* all is said now */
    tracker_end(strcmp(how->how, "exit") == 0);
    finding_end();
    struct record_activity activity = {0};
    gather(&activity);
    bool said = record_end(how, &activity, counts);
    if (entered)
        hook_leave(&guard);
    return said;
}

static void write_snapshot(int signal) {
    struct finding_counts counts;
    struct record_activity activity = {0};
    gather(&activity);
    record_end(&(struct record_exit){.how = "checkpoint", .status = -1, .signal = signal},
               &activity, &counts);
}

void hook_snapshot(void) {
    struct hook_guard guard;
    if (!record_is_begun() || record_is_elsewhere() || !hook_enter(&guard))
        return;
    write_snapshot(0);
    hook_leave(&guard);
}

bool hook_confine(bool is_inherited) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return false;
    atomic_fetch_add(is_inherited ? &n_filtered : &n_confined, 1);
    if (record_is_begun())
        write_snapshot(0);
    hook_leave(&guard);
    thread_self.guard = THREAD_CONFINED;
    if (is_inherited)
        atomic_store(&hook_duties.is_active, false);
    return true;
}

void hook_unconfine(bool is_inherited) {
    atomic_fetch_sub(is_inherited ? &n_filtered : &n_confined, 1);
    thread_self.guard = 0;
    if (is_inherited)
        atomic_store(&hook_duties.is_active, true);
}

void hook_want_snapshot(int signal) {
    atomic_store(&hook_duties.snapshot_signal, signal);
}

/* Waits for the first structure. Two threads may have seen the same request. */
static void take_snapshot(void) {
    struct snapshot snapshot = {0};
    struct record_activity activity = {0};
    struct hook_guard guard;
    tracker_activity(&activity);
    if (activity.structs_seen == 0 ||
        !(snapshot.signal = atomic_exchange(&hook_duties.snapshot_signal, 0)) ||
        !hook_enter(&guard))
        return;
    checkpoint_snapshot(&snapshot);
    snapshot_write(&snapshot);
    if (!record_is_elsewhere())
        write_snapshot(snapshot.signal);
    hook_leave(&guard);
}

void hook_main_ended(void) {
    if (record_is_begun())
        tracker_main_ended();
}

void hook_crash(int signal, void *ucontext, uintptr_t given) {
    struct hook_guard guard;
    if (!record_is_begun())
        return;
    bool entered = hook_enter(&guard);
    stack_id stack = stack_capture_context(ucontext);
    if (entered && thread_self.ranks_held == 0) {
        suspect_crashed();
        /* Inside a callback the crash is that callback's. */
        if (given && thread_self.n_callbacks == 0)
            nowhere_called(given, stack);
    }
    crash_tell(signal, stack);
    if (entered)
        hook_leave(&guard);
}

static struct hook_guard at_fork; /* of the forking thread, which holds all locks */

/* A handler of the program may show structures, and would wait for our locks for ever. */
void hook_fork_prepare(void) {
    struct hook_guard guard;
    hold_signals(&guard);
    lock_fork_prepare();
    at_fork = guard;
}

void hook_fork_parent(void) {
    const struct hook_guard guard = at_fork;
    lock_fork_parent();
    let_signals(&guard);
}

void hook_fork_child(bool follow) {
    lock_fork_child();
    thread_fork_child();
    thread_note_process();
    finding_fork_child();
    record_fork_child();
    quick_fork_child();
    tracker_fork_child();
    thread_self.guard = 0;
    atomic_store(&hook_duties.has_begun, false);
    if (!follow)
        atomic_store(&hook_duties.is_active, false);
}

void hook_fork_child_end(void) {
    let_signals(&at_fork);
}
