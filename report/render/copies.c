/* copies: the lines of records that count copies and waits, as sums and as a table. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/copies.h"

#include "report/render/facts.h"
#include "report/render/member.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 20
#define AT_SITE   3

static const struct {
    const char *name;
    size_t width; /* with the gap after it */
} columns[] = {{"site", 35},         {"dir", 6},     {"calls", 9}, {"bytes", 11},
               {"host blocked", 14}, {"memory", 10}, {"kind", 9}};

void copies_each(const struct tree *tree,
                 void (*take)(const struct process *process, const json_t *line, void *context),
                 void *context) {
    for (size_t i = 0; i < tree->n_processes; i++) {
        const struct process *process = tree->processes[i];
        for (size_t k = 0; k < json_array_size(process->transfers); k++)
            take(process, json_array_get(process->transfers, k), context);
    }
}

static void add(const struct process *process, const json_t *line, void *context) {
    struct copies *sums = context;
    const char *direction = member_text(line, "direction");
    int64_t bytes = member_amount(line, "bytes", 0), us = member_amount(line, "blocked_us", 0);
    (void)process;
    if (!direction) {
        sums->n_waits++;
        sums->waited_us += us;
        return;
    }
    sums->n_places++;
    sums->blocked_us += us;
    sums->d2h += strcmp(direction, "d2h") ? 0 : bytes;
    sums->h2d += strcmp(direction, "h2d") ? 0 : bytes;
    sums->peer += strcmp(direction, "peer") ? 0 : bytes;
}

struct copies copies_of(const struct tree *tree) {
    struct copies sums = {.budget_d2h = -1, .budget_h2d = -1};
    copies_each(tree, add, &sums);
    for (size_t i = 0; i < tree->n_processes; i++) {
        const json_t *line = tree->processes[i]->transfer_sums;
        int64_t longest = member_amount(line, "first_use_longest_us", 0);
        if (!line)
            continue;
        sums.budget_d2h = member_amount(line, "budget_d2h", -1);
        sums.budget_h2d = member_amount(line, "budget_h2d", -1);
        sums.first_uses += member_amount(line, "first_uses", 0);
        sums.first_use_us += member_amount(line, "first_use_us", 0);
        if (sums.first_use_longest_us < longest)
            sums.first_use_longest_us = longest;
    }
    return sums;
}

/* The rows with the most bytes; waits with the most time come after them. */
struct row {
    const struct process *process;
    const json_t *line;
    int64_t weight;
    bool is_wait;
};

struct rows {
    struct row *list;
    size_t n;
};

static void gather(const struct process *process, const json_t *line, void *context) {
    struct rows *rows = context;
    bool is_wait = !member_text(line, "direction");
    int64_t weight = member_amount(line, is_wait ? "blocked_us" : "bytes", 0);
    STORE_ADD(rows->list, rows->n) = (struct row){process, line, weight, is_wait};
}

static int compare(const void *one, const void *other) {
    const struct row *a = one, *b = other;
    if (a->is_wait != b->is_wait)
        return a->is_wait ? 1 : -1;
    return a->weight == b->weight ? 0 : a->weight < b->weight ? 1 : -1;
}

/* Behind the last: what was copied. */
static size_t column(unsigned i) {
    size_t at = AT_SITE;
    for (unsigned k = 0; k < i; k++)
        at += columns[k].width;
    return at;
}

static void add_site(const struct row *row, struct sheet *sheet) {
    facts_begin();
    const struct trace *trace = trace_of(row->process, (int)member_number(row->line, "stack", 0));
    const struct spot *place = trace ? trace_place(trace) : NULL;
    sheet_add_cut(sheet, place ? trace_where(place) : "other places", columns[0].width - 2);
    facts_end();
}

static void add_ms(struct sheet *sheet, int64_t us) {
    sheet_add_count(sheet, (uint64_t)us / 1000);
    sheet_format(sheet, ".%lld ms", (long long)(us % 1000 / 100));
}

static void add_objects(const struct row *row, struct sheet *sheet) {
    const char *first = member_text(row->line, "first"), *last = member_text(row->line, "last");
    if (!first)
        return;
    sheet_tab(sheet, column(7));
    sheet_add_foreign(sheet, process_name_of(row->process, first));
    const char *number = last && strcmp(first, last) ? strchr(last, '#') : NULL;
    if (number) {
        sheet_add(sheet, "..");
        sheet_add_foreign(sheet, number);
    }
}

static void add_row(const struct row *row, struct sheet *sheet) {
    const char *direction = member_text(row->line, "direction");
    sheet_tab(sheet, column(0));
    add_site(row, sheet);
    sheet_tab(sheet, column(1));
    sheet_add(sheet, !direction                  ? "wait"
                     : !strcmp(direction, "d2h") ? "D2H"
                     : !strcmp(direction, "h2d") ? "H2D"
                                                 : "peer");
    sheet_tab(sheet, column(2));
    sheet_add_count(sheet, (uint64_t)member_amount(row->line, "calls", 0));
    sheet_tab(sheet, column(3));
    sheet_add_bytes(sheet, (uint64_t)member_amount(row->line, "bytes", 0));
    sheet_tab(sheet, column(4));
    add_ms(sheet, member_amount(row->line, "blocked_us", 0));
    if (direction) {
        sheet_tab(sheet, column(5));
        sheet_add_foreign(sheet, member_text(row->line, "memory"));
        sheet_tab(sheet, column(6));
        sheet_add_foreign(sheet, member_text(row->line, "kind"));
        add_objects(row, sheet);
    }
    sheet_add(sheet, "\n");
}

static void heading(const struct copies *sums, struct sheet *sheet) {
    sheet_add(sheet, "== arrowdev_check: copies across devices on Arrow buffers: ");
    sheet_add_bytes(sheet, (uint64_t)sums->d2h);
    sheet_add(sheet, " down, ");
    sheet_add_bytes(sheet, (uint64_t)sums->h2d);
    sheet_add(sheet, " up");
    if (sums->peer) {
        sheet_add(sheet, ", ");
        sheet_add_bytes(sheet, (uint64_t)sums->peer);
        sheet_add(sheet, " between devices");
    }
    sheet_add(sheet, " ==\n\n");
    for (unsigned i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
        sheet_tab(sheet, column(i));
        sheet_add(sheet, columns[i].name);
    }
    sheet_add(sheet, "\n");
}

static void first_uses(const struct copies *sums, struct sheet *sheet) {
    if (!sums->first_uses)
        return;
    sheet_add(sheet, "\n   first use on a device after the hand-over: ");
    sheet_add_count(sheet, (uint64_t)sums->first_uses);
    sheet_add(sheet, sums->first_uses == 1 ? " array, " : " arrays, ");
    add_ms(sheet, sums->first_use_us / sums->first_uses);
    sheet_add(sheet, " on average, ");
    add_ms(sheet, sums->first_use_longest_us);
    sheet_add(sheet, " at most\n");
}

void copies_table(const struct report *report, struct sheet *sheet) {
    struct copies sums = copies_of(report->tree);
    struct rows rows = {0};
    if (!sums.n_places && !sums.n_waits)
        return;
    copies_each(report->tree, gather, &rows);
    qsort(rows.list, rows.n, sizeof(*rows.list), compare);
    heading(&sums, sheet);
    for (size_t i = 0; i < rows.n && i < MOST_ROWS; i++)
        add_row(&rows.list[i], sheet);
    if (rows.n > MOST_ROWS)
        sheet_format(sheet, "   and %zu more\n", rows.n - MOST_ROWS);
    first_uses(&sums, sheet);
    sheet_add(sheet, "\n");
}
