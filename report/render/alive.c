/* alive: the structures that were alive when a signal ended the process or asked for a snapshot. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/alive.h"

#include "report/render/frames.h"
#include "report/render/member.h"

#include <string.h>

#define ROWS 20

/* Where the columns of the table begin. */
enum { AT_ID = 3, AT_TYPE = 16, AT_BYTES = 52, AT_PATH = 64 };

static bool is_alive(const struct object *object) {
    return !object->parent && !strcmp(object->state, "live");
}

/* The table while it is written. */
struct table {
    const struct process *process;
    struct sheet *sheet;
    unsigned n; /* alive so far */
};

static void table_row(const struct process *process, const struct object *object,
                      struct sheet *sheet) {
    const struct spot *made = trace_place(trace_of(process, object->origin));
    struct sheet path = {0};
    sheet_tab(sheet, AT_ID);
    sheet_add_foreign(sheet, process_name_of(process, object->id));
    sheet_tab(sheet, AT_TYPE);
    sheet_add_cut(sheet, object->type ? object->type : object->kind, AT_BYTES - AT_TYPE - 2);
    sheet_tab(sheet, AT_BYTES);
    sheet_add_bytes(sheet, (uint64_t)(object->bytes_host + object->bytes_device));
    sheet_tab(sheet, AT_PATH);
    sheet_format(&path, "%s -> %s",
                 trace_module(process, object->producer ? object->producer : "?"),
                 trace_module(process, object->consumer ? object->consumer : "?"));
    if (made && *trace_short(made))
        sheet_format(&path, "  %s", trace_short(made));
    sheet_add_cut(sheet, path.data, SHEET_WIDTH - AT_PATH);
    sheet_add(sheet, "\n");
}

static void count(const struct object *object, void *context) {
    ((struct table *)context)->n += is_alive(object);
}

static void print(const struct object *object, void *context) {
    struct table *table = context;
    if (is_alive(object) && table->n++ < ROWS)
        table_row(table->process, object, table->sheet);
}

static void one_process(const struct process *process, const char *signal, struct sheet *sheet) {
    struct table table = {.process = process, .sheet = sheet};
    facts_each_object(process, count, &table);
    /* Not all of them may stand in the record. */
    if (verdict_snapshot(process))
        table.n = (unsigned)member_amount(process->snapshot, "live", table.n);
    if (!table.n)
        return;
    unsigned n = table.n;
    sheet_format(sheet, "== arrowdev_check: %s alive when %s came",
                 sheet_counted(table.n, "structure"), signal);
    sheet_format(sheet, process->is_one_of_many ? " to %s ==\n\n" : " ==\n\n",
                 tree_person(process));
    table.n = 0;
    facts_each_object(process, print, &table);
    if (n > ROWS)
        sheet_format(sheet, "   and %u more\n", n - ROWS);
    sheet_add(sheet, "\n");
}

bool alive_is_asked_for(const struct report *report) {
    for (size_t i = 0; i < report->tree->n_processes; i++)
        if (verdict_snapshot(report->tree->processes[i]))
            return true;
    return false;
}

void alive_table(const struct report *report, struct sheet *sheet) {
    for (size_t i = 0; i < report->tree->n_processes; i++) {
        const struct process *process = report->tree->processes[i];
        const char *fatal = verdict_signal(process), *asked = verdict_snapshot(process);
        if (fatal || asked)
            one_process(process, fatal ? fatal : asked, sheet);
    }
}
