/* meet: passes on which locks a thread leaves and enters, but for those inside of a runtime. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/meet.h"

#include "hooks/row.h"
#include "report/module.h"
#include "tracker/host.h"
#include "tracker/order.h"

/* Runtimes that are told apart. */
#define RUNTIMES 4

/* Code of runtimes: their own locks are taken in every call, and promise the program nothing. */
static struct { _Atomic uintptr_t begin, end; } runtimes[RUNTIMES];
static _Atomic unsigned n_runtimes;

static bool is_in_runtime(uintptr_t address) {
    for (unsigned i = 0; i < atomic_load(&n_runtimes) && i < RUNTIMES; i++)
        if (atomic_load(&runtimes[i].begin) <= address && address < atomic_load(&runtimes[i].end))
            return true;
    return false;
}

static void find_runtimes(void) {
    for (unsigned i = 0; i < row_count && atomic_load(&n_runtimes) < RUNTIMES; i++) {
        uintptr_t real = row_table[i].of_runtime ? atomic_load(&row_table[i].reals[0]) : 0;
        uintptr_t begin, end;
        if (!real || is_in_runtime(real) || !module_code_around(real, &begin, &end))
            continue;
        unsigned n = atomic_load(&n_runtimes);
        atomic_store(&runtimes[n].begin, begin);
        atomic_store(&runtimes[n].end, end);
        atomic_store(&n_runtimes, n + 1);
    }
}

/* Runtimes are loaded before they are used: the first look finds them. */
static bool begin(struct hook_light *guard, uintptr_t caller) {
    static _Atomic bool has_looked;
    if (!order_is_active() || !hook_enter_lightly(guard))
        return false;
    if (!atomic_exchange(&has_looked, true))
        find_runtimes();
    if (!is_in_runtime(caller))
        return true;
    hook_leave_lightly(guard);
    return false;
}

void meet_before(unsigned leaves, uintptr_t first, uintptr_t second, uintptr_t caller) {
    struct hook_light guard;
    if (!leaves || !begin(&guard, caller))
        return;
    if (leaves & MEET_FIRST)
        host_left(first);
    if (leaves & MEET_SECOND)
        host_left(second);
    if (leaves & MEET_THREAD)
        host_starts_thread();
    hook_leave_lightly(&guard);
}

void meet_after(unsigned enters, uintptr_t first, uintptr_t second, uintptr_t caller, int result) {
    struct hook_light guard;
    bool has_entered = enters && (result == 0 || enters & MEET_ANYWAY);
    if (!has_entered || !begin(&guard, caller))
        return;
    if (enters & MEET_FIRST)
        host_entered(first);
    if (enters & MEET_SECOND)
        host_entered(second);
    if (enters & MEET_THREAD)
        host_joined(first);
    hook_leave_lightly(&guard);
}
