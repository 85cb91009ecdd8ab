/* leaks: the structures never released, as a table of groups. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/leaks.h"

#include "report/render/member.h"
#include "report/render/trace.h"

#include <string.h>

enum { NUMBER, LIVE, MADE, DEVICE, HOST, OLDEST, TREND, TYPE, PATH, N_COLUMNS };

static const struct {
    const char *name;
    size_t width; /* with the gap after it */
} columns[N_COLUMNS] = {
    [NUMBER] = {"#", 5},       [LIVE] = {"never rel.", 12}, [MADE] = {"of made", 10},
    [DEVICE] = {"device", 10}, [HOST] = {"host", 11},       [OLDEST] = {"oldest", 9},
    [TREND] = {"trend", 18},   [TYPE] = {"type", 16},       [PATH] = {"made by -> last held by", 0},
};

/* How a table is laid out for what is in it. */
struct layout {
    bool has_devices; /* their column is left out where nothing lies on one */
    size_t type;      /* width of the types: they get what the paths leave */
};

static size_t begin_of(int column, const struct layout *layout) {
    size_t begin = 3;
    for (int c = 0; c < column; c++)
        begin += c == TYPE                             ? layout->type
                 : c == DEVICE && !layout->has_devices ? 0
                                                       : columns[c].width;
    return begin;
}

int64_t leaks_bytes_device(const struct finding *group) {
    int64_t bytes = 0;
    facts_begin();
    for (size_t i = 0; i < group->n_objects; i++) {
        const struct object *object = facts_object(group->process, group->objects[i]);
        bytes += object ? object->bytes_device : 0;
    }
    facts_end();
    return bytes;
}

struct leaks leaks_of(const struct tree *tree) {
    struct leaks leaks = {0};
    for (size_t i = 0; i < tree->n_findings; i++) {
        const struct finding *finding = tree->findings[i];
        if (!finding->is_group || finding->suppressed_by)
            continue;
        leaks.n_groups++;
        leaks.structs += finding->live;
        leaks.bytes_host += finding->bytes;
        leaks.bytes_device += leaks_bytes_device(finding);
    }
    return leaks;
}

int64_t leaks_oldest_us(const struct finding *group) {
    int64_t end = member_amount(group->process->end, "t_us", -1), oldest = -1;
    facts_begin();
    for (size_t i = 0; i < group->n_events && end >= 0; i++) {
        const struct event *event = facts_event(group->process, group->events[i]);
        if (event && end - event->t_us > oldest)
            oldest = end - event->t_us;
    }
    facts_end();
    return oldest;
}

static void add_age(struct sheet *sheet, int64_t us) {
    if (us < 0)
        sheet_add(sheet, "-");
    else if (us < 100000)
        sheet_format(sheet, "%.1f ms", (double)us / 1e3);
    else
        sheet_format(sheet, "%.1f s", (double)us / 1e6);
}

static const struct object *first_of(const struct finding *group) {
    return group->n_objects ? facts_object(group->process, group->objects[0]) : NULL;
}

static const char *type_of(const struct object *object) {
    return !object ? "-" : object->type ? object->type : object->kind;
}

/* "libprod.so -> etl" */
static const char *path_of(const struct finding *group) {
    const struct object *object = first_of(group);
    const char *from = object && object->producer ? object->producer : "?";
    const char *to = *group->who ? group->who : object && object->consumer ? object->consumer : "?";
    struct sheet path = {0};
    sheet_format(&path, "%s -> %s", trace_module(group->process, from),
                 trace_module(group->process, to));
    return path.data;
}

static void add_cell(const struct finding *group, int column, const struct layout *layout,
                     struct sheet *sheet) {
    switch (column) {
    case LIVE:
        sheet_add_count(sheet, (uint64_t)group->live);
        break;
    case MADE:
        sheet_add_count(sheet, (uint64_t)group->made);
        break;
    case DEVICE:
        sheet_add_bytes(sheet, (uint64_t)leaks_bytes_device(group));
        break;
    case HOST:
        sheet_add_bytes(sheet, (uint64_t)group->bytes);
        break;
    case OLDEST:
        add_age(sheet, leaks_oldest_us(group));
        break;
    case TREND:
        sheet_add_cut(sheet, *group->trend ? group->trend : "-", columns[TREND].width - 2);
        break;
    case TYPE:
        sheet_add_cut(sheet, type_of(first_of(group)), layout->type - 2);
        break;
    case PATH:
        sheet_add_cut(sheet, path_of(group), SHEET_WIDTH - sheet_column(sheet));
        break;
    }
}

static void table_row(const struct finding *group, unsigned number, const struct layout *layout,
                      struct sheet *sheet) {
    facts_begin();
    sheet_format(sheet, "  %2u", number);
    for (int c = LIVE; c < N_COLUMNS; c++) {
        if (c == DEVICE && !layout->has_devices)
            continue;
        sheet_tab(sheet, begin_of(c, layout));
        add_cell(group, c, layout, sheet);
    }
    sheet_add(sheet, "\n");
    facts_end();
}

static void add_sum(struct sheet *sheet, int64_t bytes, const char *where) {
    if (!bytes)
        return;
    sheet_add(sheet, ", ");
    sheet_add_bytes(sheet, (uint64_t)bytes);
    sheet_format(sheet, " %s", where);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static struct layout lay_out(const struct report *report, const struct leaks *leaks) {
    struct layout layout = {.has_devices = leaks->bytes_device > 0, .type = columns[TYPE].width};
    size_t type = 0, path = strlen(columns[PATH].name), begin = begin_of(TYPE, &layout);
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        const struct finding *finding = report->verdict->printed[i];
        if (!finding->is_group)
            continue;
        facts_begin();
        type = larger(type, strlen(type_of(first_of(finding))) + 2);
        path = larger(path, strlen(path_of(finding)));
        facts_end();
    }
    if (begin + type + path > SHEET_WIDTH)
        type = begin + path < SHEET_WIDTH ? SHEET_WIDTH - begin - path : 0;
    layout.type = larger(layout.type, type);
    return layout;
}

static void table_head(const struct leaks *leaks, const struct layout *layout,
                       struct sheet *sheet) {
    sheet_add(sheet, "== arrowdev_check: ");
    sheet_add_count(sheet, (uint64_t)leaks->structs);
    sheet_format(sheet, " structure%s never released: %s", leaks->structs == 1 ? "" : "s",
                 sheet_counted(leaks->n_groups, "group"));
    add_sum(sheet, leaks->bytes_host, "host");
    add_sum(sheet, leaks->bytes_device, "device");
    sheet_add(sheet, " [never-released] ==\n\n");
    for (int c = 0; c < N_COLUMNS; c++) {
        if (c == DEVICE && !layout->has_devices)
            continue;
        sheet_tab(sheet, begin_of(c, layout));
        sheet_add(sheet, columns[c].name);
    }
    sheet_add(sheet, "\n");
}

void leaks_table(const struct report *report, struct sheet *sheet) {
    struct leaks leaks = leaks_of(report->tree);
    struct layout layout = lay_out(report, &leaks);
    unsigned number = 0;
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        const struct finding *finding = report->verdict->printed[i];
        if (!finding->is_group)
            continue;
        if (!number)
            table_head(&leaks, &layout, sheet);
        table_row(finding, ++number, &layout, sheet);
    }
    if (number)
        sheet_add(sheet, "\n");
}
