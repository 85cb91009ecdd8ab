/* lone: atomic steps that cost what plain ones do while the process has one thread.
 *
 * One instruction, without the lock of the bus where nobody else could come between: a signal
 * handler of the only thread comes before it or after. The C library says when that holds
 * (__libc_single_threaded, since glibc 2.32) and goes by it in its own allocator. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_LONE_H
#define REPORT_BASE_LONE_H

#include <stdatomic.h>

#include "report/base/base.h"

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define LONE_HAS true
#define LONE_ADD(word, n)                                                                          \
    __asm__ volatile("xadd %0, %1" : "+r"(n), "+m"(*(word)) : : "cc", "memory")
#define LONE_TAKE(word, seen, to)                                                                  \
    __asm__ volatile("cmpxchg %2, %1" : "+a"(seen), "+m"(*(word)) : "q"(to) : "cc", "memory")
#else
#define LONE_HAS                  false
#define LONE_ADD(word, n)         (void)(n)
#define LONE_TAKE(word, seen, to) (void)(seen)
#endif

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define LONE_IS() LIKELY(LONE_HAS &&__libc_single_threaded)
#else
#define LONE_IS() false
#endif

/** Adds n to a word that the calling thread alone changes, and its signal handlers. @return what it
 * was before */
static inline uint64_t lone_own_add(_Atomic uint64_t *word, uint64_t n) {
    if (!LONE_HAS)
        return atomic_fetch_add_explicit(word, n, memory_order_relaxed);
    LONE_ADD(word, n);
    return n;
}

/** Adds n, modulo the word's size. @return what it was before */
static inline uint64_t lone_add(_Atomic uint64_t *word, uint64_t n) {
    return LONE_IS() ? lone_own_add(word, n)
                     : atomic_fetch_add_explicit(word, n, memory_order_relaxed);
}

static inline uint32_t lone_add32(_Atomic uint32_t *word, uint32_t n) {
    if (!LONE_IS())
        return atomic_fetch_add_explicit(word, n, memory_order_relaxed);
    LONE_ADD(word, n);
    return n;
}

/** From this value to another, in order with all else. False: it was not that. */
static inline bool lone_take8(_Atomic uint8_t *word, uint8_t from, uint8_t to) {
    uint8_t seen = from;
    if (!LONE_IS())
        return atomic_compare_exchange_strong(word, &seen, to);
    LONE_TAKE(word, seen, to);
    return seen == from;
}

static inline bool lone_take32(_Atomic uint32_t *word, uint32_t from, uint32_t to) {
    uint32_t seen = from;
    if (!LONE_IS())
        return atomic_compare_exchange_strong(word, &seen, to);
    LONE_TAKE(word, seen, to);
    return seen == from;
}

#endif
