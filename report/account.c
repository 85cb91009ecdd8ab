/* account: what transfers and waits add up to, line by line. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/account.h"

#include "report/journal.h"
#include "report/line.h"
#include "report/record.h"

void account_transfer(const struct account_transfer *transfer) {
    struct text *line = record_is_begun() ? journal_enter() : NULL;
    if (!line)
        return;
    journal_stack(transfer->stack);
    line_begin(line, "transfer");
    line_text(line, "direction", transfer->direction);
    line_uint(line, "stack", transfer->stack);
    line_uint(line, "calls", transfer->calls);
    line_uint(line, "bytes", transfer->bytes);
    line_uint(line, "blocked_us", transfer->blocked_ns / 1000);
    line_uint(line, "longest_us", transfer->longest_ns / 1000);
    line_text(line, "memory", transfer->is_pageable ? "pageable" : "pinned");
    line_text(line, "kind", transfer->is_allowed ? "allowed" : "hidden");
    line_text(line, "first", transfer->first);
    line_text(line, "last", transfer->last);
    line_end(line);
    journal_leave();
}

static void add_budget(struct text *line, const char *name, int64_t bytes) {
    if (bytes < 0)
        line_text(line, name, NULL);
    else
        line_int(line, name, bytes);
}

void account_sums(const struct account_sums *sums) {
    struct text *line = record_is_begun() ? journal_enter() : NULL;
    if (!line)
        return;
    line_begin(line, "transfers");
    add_budget(line, "budget_d2h", sums->budget_d2h);
    add_budget(line, "budget_h2d", sums->budget_h2d);
    line_uint(line, "first_uses", sums->first_uses);
    line_uint(line, "first_use_us", sums->first_use_ns / 1000);
    line_uint(line, "first_use_longest_us", sums->first_use_longest_ns / 1000);
    line_end(line);
    journal_leave();
}
