/* leaks: the structures never released, as a table of groups. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/leaks.h"

#include "report/render/trace.h"

/* Where the columns of the table begin. */
enum { AT_NUMBER = 3, AT_LIVE = 8, AT_MADE = 20, AT_DEVICE = 30, AT_HOST = 40, AT_OLDEST = 50 };
enum { AT_TREND = 60, AT_TYPE = 76, AT_PATH = 92 };

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
                     struct sheet *sheet) {
    const char *from = object && object->producer ? object->producer : "?";
    const char *to = *who ? who : object && object->consumer ? object->consumer : "?";
    struct sheet path = {0};
    sheet_format(&path, "%s -> %s", trace_module(process, from), trace_module(process, to));
    sheet_add_cut(sheet, path.data, SHEET_WIDTH - AT_PATH);
    sheet_fini(&path);
}

static void table_row(const struct report *report, const struct finding *group, unsigned number,
                      struct sheet *sheet) {
    const struct object *object =
        group->n_objects ? process_object(report->process, group->objects[0]) : NULL;
    const char *type = object && object->type ? object->type : object ? object->kind : "-";
    sheet_format(sheet, "  %2u", number);
    sheet_tab(sheet, AT_LIVE);
    sheet_add_count(sheet, (uint64_t)group->live);
    sheet_tab(sheet, AT_MADE);
    sheet_add_count(sheet, (uint64_t)group->made);
    sheet_tab(sheet, AT_DEVICE);
    sheet_add_bytes(sheet, (uint64_t)leaks_bytes_device(report->process, group));
    sheet_tab(sheet, AT_HOST);
    sheet_add_bytes(sheet, (uint64_t)group->bytes);
    sheet_tab(sheet, AT_OLDEST);
    add_age(sheet, leaks_oldest_us(report->process, group));
    sheet_tab(sheet, AT_TREND);
    sheet_add_cut(sheet, *group->trend ? group->trend : "-", AT_TYPE - AT_TREND - 2);
    sheet_tab(sheet, AT_TYPE);
    sheet_add_cut(sheet, type, AT_PATH - AT_TYPE - 2);
    sheet_tab(sheet, AT_PATH);
    add_path(report->process, object, group->who, sheet);
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
    static const struct {
        size_t column;
        const char *name;
    } heads[] = {
        {AT_NUMBER, "#"},      {AT_LIVE, "never rel."}, {AT_MADE, "of made"},
        {AT_DEVICE, "device"}, {AT_HOST, "host"},       {AT_OLDEST, "oldest"},
        {AT_TREND, "trend"},   {AT_TYPE, "type"},       {AT_PATH, "made by -> last held by"},
    };
    sheet_add(sheet, "== arrowdev_check: ");
    sheet_add_count(sheet, (uint64_t)leaks->structs);
    sheet_format(sheet, " structure%s never released: %s", leaks->structs == 1 ? "" : "s",
                 sheet_counted(leaks->n_groups, "group"));
    add_sum(sheet, leaks->bytes_host, "host");
    add_sum(sheet, leaks->bytes_device, "device");
    sheet_add(sheet, " [never-released] ==\n\n");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        sheet_tab(sheet, heads[i].column);
        sheet_add(sheet, heads[i].name);
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
        table_row(report, finding, ++number, sheet);
    }
    if (number)
        sheet_add(sheet, "\n");
}
