/* leaks: the structures never released, as a table of groups. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/leaks.h"

#include "report/render/trace.h"

enum { NUMBER, LIVE, MADE, DEVICE, HOST, OLDEST, TREND, TYPE, PATH, N_COLUMNS };

static const struct {
    const char *name;
    size_t width; /* with the gap after it */
} columns[N_COLUMNS] = {
    [NUMBER] = {"#", 5},       [LIVE] = {"never rel.", 12}, [MADE] = {"of made", 10},
    [DEVICE] = {"device", 10}, [HOST] = {"host", 11},       [OLDEST] = {"oldest", 9},
    [TREND] = {"trend", 18},   [TYPE] = {"type", 16},       [PATH] = {"made by -> last held by", 0},
};

/* Where a column begins; that of devices is left out where nothing lies on one. */
static size_t begin_of(int column, bool has_devices) {
    size_t begin = 3;
    for (int c = 0; c < column; c++)
        begin += c == DEVICE && !has_devices ? 0 : columns[c].width;
    return begin;
}

int64_t leaks_bytes_device(const struct process *process, const struct finding *group) {
    int64_t bytes = 0;
    for (size_t i = 0; i < group->n_objects; i++) {
        const struct object *object = process_object(process, group->objects[i]);
        bytes += object ? object->bytes_device : 0;
    }
    return bytes;
}

struct leaks leaks_of(const struct process *process) {
    struct leaks leaks = {0};
    for (size_t i = 0; i < process->n_findings; i++) {
        const struct finding *finding = process->findings[i];
        if (!finding->is_group)
            continue;
        leaks.n_groups++;
        leaks.structs += finding->live;
        leaks.bytes_host += finding->bytes;
        leaks.bytes_device += leaks_bytes_device(process, finding);
    }
    return leaks;
}

int64_t leaks_oldest_us(const struct process *process, const struct finding *group) {
    const json_t *end = json_object_get(process->end, "t_us");
    int64_t oldest = -1;
    for (size_t i = 0; i < group->n_events; i++) {
        const struct event *event = process_event(process, group->events[i]);
        if (event && json_is_integer(end) && json_integer_value(end) - event->t_us > oldest)
            oldest = json_integer_value(end) - event->t_us;
    }
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

static void add_path(const struct process *process, const struct object *object, const char *who,
                     size_t width, struct sheet *sheet) {
    const char *from = object && object->producer ? object->producer : "?";
    const char *to = *who ? who : object && object->consumer ? object->consumer : "?";
    struct sheet path = {0};
    sheet_format(&path, "%s -> %s", trace_module(process, from), trace_module(process, to));
    sheet_add_cut(sheet, path.data, width);
    sheet_fini(&path);
}

static void add_cell(const struct process *process, const struct finding *group, int column,
                     struct sheet *sheet) {
    const struct object *object =
        group->n_objects ? process_object(process, group->objects[0]) : NULL;
    switch (column) {
    case LIVE:
        sheet_add_count(sheet, (uint64_t)group->live);
        break;
    case MADE:
        sheet_add_count(sheet, (uint64_t)group->made);
        break;
    case DEVICE:
        sheet_add_bytes(sheet, (uint64_t)leaks_bytes_device(process, group));
        break;
    case HOST:
        sheet_add_bytes(sheet, (uint64_t)group->bytes);
        break;
    case OLDEST:
        add_age(sheet, leaks_oldest_us(process, group));
        break;
    case TREND:
        sheet_add_cut(sheet, *group->trend ? group->trend : "-", columns[TREND].width - 2);
        break;
    case TYPE:
        sheet_add_cut(sheet,
                      !object        ? "-"
                      : object->type ? object->type
                                     : object->kind,
                      columns[TYPE].width - 2);
        break;
    case PATH:
        add_path(process, object, group->who, SHEET_WIDTH - sheet_column(sheet), sheet);
        break;
    }
}

static void table_row(const struct report *report, const struct finding *group, unsigned number,
                      bool has_devices, struct sheet *sheet) {
    sheet_format(sheet, "  %2u", number);
    for (int c = LIVE; c < N_COLUMNS; c++) {
        if (c == DEVICE && !has_devices)
            continue;
        sheet_tab(sheet, begin_of(c, has_devices));
        add_cell(report->process, group, c, sheet);
    }
    sheet_add(sheet, "\n");
}

static void add_sum(struct sheet *sheet, int64_t bytes, const char *where) {
    if (!bytes)
        return;
    sheet_add(sheet, ", ");
    sheet_add_bytes(sheet, (uint64_t)bytes);
    sheet_format(sheet, " %s", where);
}

static void table_head(const struct leaks *leaks, struct sheet *sheet) {
    sheet_add(sheet, "== arrowdev_check: ");
    sheet_add_count(sheet, (uint64_t)leaks->structs);
    sheet_format(sheet, " structure%s never released: %s", leaks->structs == 1 ? "" : "s",
                 sheet_counted(leaks->n_groups, "group"));
    add_sum(sheet, leaks->bytes_host, "host");
    add_sum(sheet, leaks->bytes_device, "device");
    sheet_add(sheet, " [never-released] ==\n\n");
    for (int c = 0; c < N_COLUMNS; c++) {
        if (c == DEVICE && !leaks->bytes_device)
            continue;
        sheet_tab(sheet, begin_of(c, leaks->bytes_device));
        sheet_add(sheet, columns[c].name);
    }
    sheet_add(sheet, "\n");
}

void leaks_table(const struct report *report, struct sheet *sheet) {
    struct leaks leaks = leaks_of(report->process);
    unsigned number = 0;
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        const struct finding *finding = report->verdict->printed[i];
        if (!finding->is_group)
            continue;
        if (!number)
            table_head(&leaks, sheet);
        table_row(report, finding, ++number, leaks.bytes_device, sheet);
    }
    if (number)
        sheet_add(sheet, "\n");
}
