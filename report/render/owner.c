/* owner: the table of who owned an object when. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/owner.h"

#include "report/render/demangle.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LEFT         10 /* where the times begin */
#define FUNCTION_MAX 34

const char *const owner_heads[OWNER_COLUMNS] = {"ms", "thread", "event", "by", "owner afterwards"};

struct table {
    size_t n;
    struct owner_row *rows;
    size_t columns[OWNER_COLUMNS]; /* where each begins */
};

const char *owner_shorten(const char *text) {
    struct sheet sheet = {0};
    sheet_add(&sheet, "");
    while (*text) {
        size_t digits = 0;
        if (text[0] == '0' && text[1] == 'x')
            while (isxdigit((unsigned char)text[2 + digits]))
                digits++;
        if (digits > 8) {
            sheet_format(&sheet, "%.6s..%.4s", text, text + 2 + digits - 4);
            text += 2 + digits;
        } else {
            sheet_format(&sheet, "%c", *text++);
        }
    }
    return sheet.data;
}

static const char *event_word(const struct event *event, bool name_objects) {
    bool is_release = !strncmp(event->kind, "release-", 8);
    char text[64];
    snprintf(text, sizeof text, "%s%s%s", is_release ? "release" : event->kind,
             name_objects && event->object ? " " : "",
             name_objects && event->object ? event->object : "");
    return store_string(text);
}

const char *owner_by_whom(const struct process *process, const struct event *event) {
    const struct spot *place = trace_place(trace_of(process, event->stack));
    if (!place || (place->owner >= OWNER_SYSTEM && event->actor))
        return event->actor ? trace_module(process, event->actor) : "?";
    char text[160];
    const char *function = demangle_shorten(trace_function(place), FUNCTION_MAX);
    const char *where = trace_short(place);
    if (!*where && place->function)
        where = trace_where(place);
    snprintf(text, sizeof text, "%s%s%s", function, *where ? " " : "", where);
    return store_string(text);
}

/* "lib.cpython-311-x86_64-linux-gnu.so at 0x.." begins with a module for which there is a name. */
static const char *owner_text(const struct process *process, const struct event *event,
                              const char *note) {
    struct sheet sheet = {0};
    const char *owner = event->owner_after ? event->owner_after : "-",
               *at = strstr(owner, " at 0x");
    if (at) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(at - owner), owner);
        sheet_add(&sheet, trace_module(process, name));
    }
    sheet_add(&sheet, at ? at : owner);
    if (event->note && *event->note)
        sheet_format(&sheet, " (%s)", demangle_function(event->note));
    if (note && *note)
        sheet_format(&sheet, " -- %s", note);
    return owner_shorten(sheet.data);
}

static void add_row(const struct process *process, struct table *table, const struct event *event,
                    bool name_objects, const char *note) {
    char ms[32], tid[16];
    snprintf(ms, sizeof ms, "%lld.%03d", (long long)(event->t_us / 1000),
             (int)(event->t_us % 1000));
    snprintf(tid, sizeof tid, "%lld", (long long)event->tid);
    STORE_ADD(table->rows, table->n) = (struct owner_row){{
        [OWNER_MS] = store_string(ms),
        [OWNER_THREAD] = event->thread && *event->thread ? event->thread : store_string(tid),
        [OWNER_EVENT] = event_word(event, name_objects),
        [OWNER_BY] = owner_by_whom(process, event),
        [OWNER_AFTER] = owner_text(process, event, note),
    }};
}

/* A release is one step for a reader: begin and end are one row, with the owner after the end. */
static bool is_end_of(const struct event *end, const struct event *begin) {
    return !strcmp(begin->kind, "release-begin") && !strcmp(end->kind, "release-end") &&
           begin->tid == end->tid && begin->object && end->object &&
           !strcmp(begin->object, end->object);
}

static bool has_other_objects(const struct finding *finding) {
    const char *first = NULL;
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (!event || !event->object)
            continue;
        if (first && strcmp(first, event->object))
            return true;
        first = event->object;
    }
    return false;
}

static void fill(const struct finding *finding, struct table *table) {
    bool name_objects = has_other_objects(finding);
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        const struct event *next = i + 1 < finding->n_events
                                       ? facts_event(finding->process, finding->events[i + 1])
                                       : NULL;
        if (!event)
            continue;
        struct event both = *event;
        if (next && is_end_of(next, event)) {
            both.owner_after = next->owner_after;
            if (next->note)
                both.note = next->note;
            i++;
        }
        bool is_last = i + 1 >= finding->n_events;
        add_row(finding->process, table, &both, name_objects, is_last ? finding->note : NULL);
    }
}

const struct owner_row *owner_rows(const struct finding *finding, size_t *n) {
    struct table table = {0};
    fill(finding, &table);
    *n = table.n;
    return table.rows;
}

static void lay_out(struct table *table) {
    static const unsigned char gaps[OWNER_COLUMNS] = {0, 4, 2, 2, 3};
    size_t column = LEFT, widest = 0;
    for (int c = 0; c < OWNER_COLUMNS; c++) {
        table->columns[c] = column += c ? widest + gaps[c] : 0;
        static const size_t least[OWNER_COLUMNS] = {7, 6, 5, 2, 0};
        widest = least[c];
        for (size_t i = 0; i < table->n; i++)
            if (sheet_width(table->rows[i].cells[c]) > widest)
                widest = sheet_width(table->rows[i].cells[c]);
    }
}

static void print_row(const struct table *table, size_t i, struct sheet *sheet) {
    const struct owner_row *row = &table->rows[i];
    bool is_last = i + 1 == table->n;
    size_t ms_end = table->columns[OWNER_THREAD] - 4;
    if (is_last)
        sheet_colour(sheet, COLOUR_BOLD);
    sheet_format(sheet, "        %c %*s    ", is_last ? '>' : ' ', (int)(ms_end - LEFT),
                 row->cells[OWNER_MS]);
    for (int c = OWNER_THREAD; c < OWNER_AFTER; c++) {
        sheet_add_path(sheet, row->cells[c]);
        sheet_tab(sheet, table->columns[c + 1]);
    }
    char hang[SHEET_WIDTH + 1];
    snprintf(hang, sizeof hang, "%*s", (int)table->columns[OWNER_AFTER], "");
    sheet_wrap(sheet, row->cells[OWNER_AFTER], hang);
    if (is_last)
        sheet_colour(sheet, COLOUR_NONE);
    sheet_add(sheet, "\n");
}

void owner_table(const struct finding *finding, struct sheet *sheet) {
    struct table table = {0};
    fill(finding, &table);
    if (!table.n)
        return;
    lay_out(&table);
    sheet_add(sheet, "\n  ");
    sheet_colour(sheet, COLOUR_BOLD);
    sheet_add(sheet, "owner");
    sheet_colour(sheet, COLOUR_NONE);
    sheet_tab(sheet, table.columns[OWNER_THREAD] - 8);
    for (int c = 0; c < OWNER_COLUMNS; c++) {
        if (c)
            sheet_tab(sheet, table.columns[c]);
        sheet_add(sheet, owner_heads[c]);
    }
    sheet_add(sheet, "\n");
    for (size_t i = 0; i < table.n; i++)
        print_row(&table, i, sheet);
}
