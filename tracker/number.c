/* number: counts of all threads, and what each thread has taken from them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/number.h"

#include "report/base/lone.h"
#include "report/base/thread.h"

/* The last that was taken; on a line of the cache where nothing else is looked for. */
static struct count { _Alignas(64) _Atomic uint64_t last; } numbers[N_KINDS], steps;
static _Atomic uint32_t stock_age; /* steps that threads took before are stale */

/* What a thread takes at once, so that it rarely writes where all threads count; who sees that
 * others do so meanwhile takes more. */
#define STOCK           64
#define CONTENDED_STOCK 2048

/* If no other thread has taken any meanwhile, the next to be taken follows what this one has used.
 * @next  the first that it has not. False: another has */
static bool give_back(_Atomic uint64_t *last, uint64_t next, uint64_t end) {
    uint64_t until = end - 1;
    if (next < end)
        return atomic_compare_exchange_strong(last, &until, next - 1);
    return !end || atomic_load_explicit(last, memory_order_relaxed) == until;
}

/* A signal handler that comes between finds none. */
static uint64_t close_stock(struct thread_stock *stock) {
    uint64_t end = stock->end;
    stock->end = 0;
    atomic_signal_fence(memory_order_seq_cst);
    return end;
}

static void drop_stock(_Atomic uint64_t *last, struct thread_stock *stock) {
    uint64_t end = close_stock(stock);
    give_back(last, atomic_load_explicit(&stock->next, memory_order_relaxed), end);
}

static uint64_t restock(_Atomic uint64_t *last, struct thread_stock *stock, uint32_t n,
                        uint64_t next) {
    uint32_t size = give_back(last, next, close_stock(stock)) ? STOCK : CONTENDED_STOCK;
    uint64_t first = lone_add(last, size) + 1;
    atomic_store_explicit(&stock->next, first + n, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    stock->end = first + size;
    return first;
}

/* The first of n, above another. */
static uint64_t take_stocked(_Atomic uint64_t *last, struct thread_stock *stock, uint32_t n,
                             uint64_t after) {
    uint64_t first = lone_own_add(&stock->next, n);
    if (LIKELY(first + n <= stock->end && first > after))
        return first;
    return restock(last, stock, n, first);
}

uint32_t number_objects(enum object_kind kind, uint32_t n) {
    if (kind == KIND_ARRAY)
        drop_stock(&numbers[kind].last, &thread_self.numbers);
    return (uint32_t)lone_add(&numbers[kind].last, n) + 1;
}

uint32_t number_arrays(uint32_t n) {
    return (uint32_t)take_stocked(&numbers[KIND_ARRAY].last, &thread_self.numbers, n, 0);
}

uint64_t number_steps(uint32_t n) {
    drop_stock(&steps.last, &thread_self.steps);
    return lone_add(&steps.last, n) + 1;
}

uint64_t number_steps_after(uint64_t seq, uint32_t n) {
    uint32_t age = atomic_load_explicit(&stock_age, memory_order_relaxed);
    if (UNLIKELY(thread_self.stock_age != age)) {
        thread_self.steps.end = 0;
        thread_self.stock_age = age;
    }
    return take_stocked(&steps.last, &thread_self.steps, n, seq);
}

uint64_t number_last_step(void) {
    atomic_fetch_add(&stock_age, 1);
    drop_stock(&steps.last, &thread_self.steps);
    return atomic_load(&steps.last);
}
