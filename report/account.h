/* account: lines of the record that count copies across devices and waits.
 *
 *   {"k":"transfer","direction":"d2h|h2d|peer"|null,"stack":,"calls":,"bytes":,"blocked_us":,
 *    "longest_us":,"memory":"pageable|pinned","kind":"hidden|allowed","first":|null,"last":|null}
 *        copies of exported bytes at one place; direction null: waits of the host there
 *   {"k":"transfers","budget_d2h":|null,"budget_h2d":|null,"first_uses":,"first_use_us":,
 *    "first_use_longest_us":}
 *        arrays used on a device, how long after their hand-over in all and at most */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_ACCOUNT_H
#define REPORT_ACCOUNT_H

#include "report/stack.h"

/** Copies of exported bytes that were made at one place, and waits (direction NULL). */
struct account_transfer {
    const char *direction; /* d2h h2d peer */
    stack_id stack;
    uint64_t calls, bytes, blocked_ns, longest_ns;
    bool is_pageable, is_allowed;
    const char *first, *last; /* the arrays, NULL: not known */
};
struct account_sums {
    int64_t budget_d2h, budget_h2d; /* bytes, -1: none */
    uint64_t first_uses, first_use_ns, first_use_longest_ns;
};
/** Under no lock but LOCK_ORDER. */
void account_transfer(const struct account_transfer *transfer);
void account_sums(const struct account_sums *sums);

#endif
