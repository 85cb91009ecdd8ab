/* alive: the structures that were alive when a signal ended the process. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/alive.h"

#include "report/render/frames.h"

#include <string.h>

#define ROWS 20

/* Where the columns of the table begin. */
enum { AT_ID = 3, AT_TYPE = 16, AT_BYTES = 52, AT_PATH = 64 };

static bool is_alive(const struct object *object) {
    return !object->parent && !strcmp(object->state, "live");
}

static void table_row(const struct report *report, const struct object *object,
                      struct sheet *sheet) {
    const struct spot *made = trace_place(trace_of(report->process, object->origin));
    struct sheet path = {0};
    sheet_tab(sheet, AT_ID);
    sheet_add_foreign(sheet, object->id);
    sheet_tab(sheet, AT_TYPE);
    sheet_add_cut(sheet, object->type ? object->type : object->kind, AT_BYTES - AT_TYPE - 2);
    sheet_tab(sheet, AT_BYTES);
    sheet_add_bytes(sheet, (uint64_t)(object->bytes_host + object->bytes_device));
    sheet_tab(sheet, AT_PATH);
    sheet_format(&path, "%s -> %s",
                 trace_module(report->process, object->producer ? object->producer : "?"),
                 trace_module(report->process, object->consumer ? object->consumer : "?"));
    if (made && *trace_short(made))
        sheet_format(&path, "  %s", trace_short(made));
    sheet_add_cut(sheet, path.data, SHEET_WIDTH - AT_PATH);
    sheet_add(sheet, "\n");
    sheet_fini(&path);
}

void alive_table(const struct report *report, struct sheet *sheet) {
    unsigned n = 0;
    for (const struct object *object = report->process->objects; object; object = object->hh.next)
        n += is_alive(object);
    if (!n)
        return;
    sheet_format(sheet, "== arrowdev_check: %s alive when %s came ==\n\n",
                 sheet_counted(n, "structure"), verdict_signal(report->process));
    unsigned left = ROWS;
    for (const struct object *object = report->process->objects; object && left;
         object = object->hh.next) {
        if (!is_alive(object))
            continue;
        table_row(report, object, sheet);
        left--;
    }
    if (n > ROWS)
        sheet_format(sheet, "   and %u more\n", n - ROWS);
    sheet_add(sheet, "\n");
}
