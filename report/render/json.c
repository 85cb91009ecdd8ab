/* json: the report for a program, as report.schema.json has it. Everything that text shows stands
 * in it, notes and full stacks too. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/advice.h"
#include "report/render/fingerprint.h"
#include "report/render/format.h"
#include "report/render/leaks.h"
#include "report/render/names.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>

/* The stacks that the report refers to: a set of ids. */
struct used {
    int id;
    UT_hash_handle hh;
};

struct writer {
    const struct report *report;
    struct used *stacks;
};

static json_t *text(const char *string) {
    return string ? json_string(string) : json_null();
}

static json_t *number_unless(int64_t number, int64_t none) {
    return number == none ? json_null() : json_integer(number);
}

/* A copy of what the record says, or otherwise. */
static json_t *copied(const json_t *from, const char *name, json_t *otherwise) {
    json_t *value = json_object_get(from, name);
    if (!value)
        return otherwise;
    json_decref(otherwise);
    return json_incref(value);
}

static json_t *hex(uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)number);
    return json_string(digits);
}

static json_t *stack_ref(struct writer *writer, int id) {
    struct used *used;
    if (!process_stack(writer->report->process, id))
        return json_null();
    HASH_FIND_INT(writer->stacks, &id, used);
    if (!used) {
        used = store_new(sizeof *used);
        used->id = id;
        HASH_ADD_INT(writer->stacks, id, used);
    }
    return json_integer(id);
}

static json_t *tool(const struct process *process) {
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", "arrowdev_check", "version",
                     copied(process->header, "tool", json_string(ARROWDEV_CHECK_VERSION)),
                     "options", copied(process->header, "options", json_object()), "options_from",
                     copied(process->header, "options_from", json_object()), "spec",
                     copied(process->header, "spec", json_object()));
}

static json_t *ending(const struct report *report) {
    const json_t *end = json_object_get(report->process->end, "exit");
    if (!end) /* killed: nothing else ends a process without a last line */
        return json_pack("{s:s, s:n, s:n, s:n}", "how", "signal", "app_status", "signal",
                         "status_set_by_tool");
    json_t *status = json_object_get(end, "app_status");
    return json_pack("{s:o, s:o, s:o, s:o}", "how", copied(end, "how", json_string("exit")),
                     "app_status",
                     number_unless(json_is_integer(status) ? json_integer_value(status) : -1, -1),
                     "signal", text(verdict_signal(report->process)), "status_set_by_tool",
                     number_unless(report->verdict->set_status, -1));
}

static json_t *run(const struct report *report) {
    const json_t *header = report->process->header;
    const json_t *end = json_object_get(report->process->end, "t_us");
    json_t *parent = copied(header, "parent", json_null());
    char name[32];
    snprintf(name, sizeof name, "%lld", (long long)json_integer_value(parent));
    json_t *run = json_pack(
        "{s:o, s:I, s:o, s:o, s:s, s:o, s:s, s:o, s:o, s:o}", "run_id",
        copied(header, "run_id", json_string("")), "pid", (json_int_t)report->process->pid, "ppid",
        copied(header, "ppid", json_integer(0)), "parent_report",
        json_is_integer(parent) ? json_string(name) : json_null(), "exe", report->process->exe,
        "argv", copied(header, "argv", json_array()), "cwd", report->process->cwd, "started",
        copied(header, "started", json_string("")), "duration_ms",
        json_real((double)json_integer_value(end) / 1000), "exit", ending(report));
    json_decref(parent);
    return run;
}

static json_t *activity(const struct process *process) {
    const json_t *seen = json_object_get(process->end, "activity");
    json_t *activity = json_is_object(seen) ? json_deep_copy(seen) : json_object();
    if (!json_object_get(activity, "active"))
        json_object_set_new(activity, "active", json_true());
    if (!json_object_get(activity, "structs_seen"))
        json_object_set_new(activity, "structs_seen", json_integer(HASH_COUNT(process->objects)));
    if (!json_object_get(activity, "hooks"))
        json_object_set_new(activity, "hooks", json_array());
    return activity;
}

static json_t *modules(const struct process *process) {
    static const char *const symbols[] = {NULL, "none", "dynsym", "symtab", "dwarf"};
    json_t *modules = json_array();
    for (const struct module *module = process->modules; module; module = module->hh.next) {
        json_t *json =
            json_pack("{s:i, s:s, s:o, s:s, s:n, s:b}", "id", module->id, "path", module->path,
                      "build_id", text(*module->build_id ? module->build_id : NULL), "base",
                      module->base, "unloaded_at_seq", "unloaded", module->is_unloaded);
        const char *kind = symbols[names_symbols(module)];
        if (kind)
            json_object_set_new(json, "symbols", json_string(kind));
        json_array_append_new(modules, json);
    }
    return modules;
}

static json_t *frame(const struct spot *spot) {
    bool is_native = !spot->is_python;
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:b}", "lang",
                     is_native ? "native" : "python", "function", text(spot->function), "file",
                     text(spot->file), "line", number_unless(spot->line, 0), "column",
                     number_unless(spot->column, 0), "inlined", spot->is_inlined, "module",
                     number_unless(spot->module ? spot->module->id : -1, -1), "offset",
                     is_native ? hex(spot->offset) : json_null(), "hidden", spot->is_hidden);
}

static json_t *stacks(const struct writer *writer) {
    json_t *stacks = json_array();
    for (const struct used *used = writer->stacks; used; used = used->hh.next) {
        const struct process *process = writer->report->process;
        const struct stack *stack = process_stack(process, used->id);
        const struct trace *trace = trace_of(process, used->id);
        json_t *frames = json_array();
        for (size_t i = 0; i < trace->n; i++)
            json_array_append_new(frames, frame(&trace->spots[i]));
        json_array_append_new(stacks, json_pack("{s:i, s:s, s:b, s:o}", "id", stack->id, "hash",
                                                stack->hash, "truncated", stack->is_truncated,
                                                "frames", frames));
    }
    return stacks;
}

static json_t *addresses(const struct object *object) {
    const json_t *places = json_object_get(object->json, "addresses");
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        json_t *from = json_array_get(place, 1), *to = json_array_get(place, 2);
        const char *address = json_string_value(json_array_get(place, 0));
        json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "addr", address ? address : "",
                                              "from_seq", json_integer_value(from), "to_seq",
                                              json_is_integer(to) ? json_incref(to) : json_null()));
    }
    return list;
}

static json_t *release(const struct object *object) {
    const json_t *place = json_object_get(object->json, "release");
    json_t *offset = json_array_get(place, 1);
    return json_pack("{s:I, s:o}", "module", json_integer_value(json_array_get(place, 0)), "offset",
                     json_is_string(offset) ? json_incref(offset)
                                            : hex((uint64_t)json_integer_value(offset)));
}

static json_t *objects(const struct process *process) {
    json_t *list = json_array();
    for (const struct object *object = process->objects; object; object = object->hh.next) {
        json_t *json = json_pack(
            "{s:s, s:s, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:s, s:o}", "id", object->id,
            "kind", object->kind, "type", text(object->type), "length",
            number_unless(object->length, -1), "bytes_host", (json_int_t)object->bytes_host,
            "bytes_device", (json_int_t)object->bytes_device, "device", text(object->device),
            "parent", text(object->parent), "producer", text(object->producer), "consumer",
            text(object->consumer), "state", object->state, "addresses", addresses(object));
        if (json_is_array(json_object_get(object->json, "release")))
            json_object_set_new(json, "release", release(object));
        json_array_append_new(list, json);
    }
    return list;
}

static void mark_objects(const struct process *process) {
    for (size_t i = 0; i < process->n_findings; i++)
        for (size_t k = 0; k < process->findings[i]->n_objects; k++) {
            struct object *object = process_object(process, process->findings[i]->objects[k]);
            if (object)
                object->is_in_finding = true;
        }
}

static json_t *event(struct writer *writer, const struct event *event) {
    return json_pack("{s:I, s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "seq",
                     (json_int_t)event->seq, "t_us", (json_int_t)event->t_us, "tid",
                     (json_int_t)event->tid, "thread", event->thread ? event->thread : "", "kind",
                     event->kind, "object", text(event->object), "actor", text(event->actor),
                     "owner_after", text(event->owner_after), "stack",
                     stack_ref(writer, event->stack), "bytes", number_unless(event->bytes, -1),
                     "note", text(event->note));
}

static json_t *events(struct writer *writer) {
    const struct process *process = writer->report->process;
    char storage[32];
    const char *kept = process_option(process, "events", storage);
    bool all = kept && !strcmp(kept, "all");
    json_t *list = json_array();
    mark_objects(process);
    for (size_t i = 0; i < process->n_events; i++) {
        const struct event *now = process->events[i];
        const struct object *object = now->object ? process_object(process, now->object) : NULL;
        if (all || !object || object->is_in_finding)
            json_array_append_new(list, event(writer, now));
    }
    return list;
}

static json_t *timeline(const struct process *process, const struct finding *finding) {
    json_t *list = json_array();
    for (size_t i = 0; i < finding->n_events; i++)
        if (process_event(process, finding->events[i]))
            json_array_append_new(list, json_integer(finding->events[i]));
    return list;
}

static json_t *spec(const struct check *check) {
    return json_pack("{s:s, s:s, s:s, s:s}", "clause", catalogue_clause(check), "level",
                     check->level, "says", check->says, "url", catalogue_url(check));
}

static json_t *docs(const struct check *check) {
    char path[128];
    snprintf(path, sizeof path, "report/explain/%s.md", check->slug);
    return json_string(path);
}

static json_t *finding(struct writer *writer, const struct finding *finding) {
    const struct process *process = writer->report->process;
    const struct check *check = finding->check;
    json_t *objects = json_array(), *cwe = json_array();
    for (size_t i = 0; i < finding->n_objects; i++)
        json_array_append_new(objects, json_string(finding->objects[i]));
    if (check->cwe)
        json_array_append_new(cwe, json_integer(check->cwe));
    json_t *json =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s, s:o}", "id",
                  (json_int_t)finding->id, "check", check->slug, "severity",
                  catalogue_severity_name(finding->severity), "certainty", finding->certainty,
                  "blame", finding->blame, "fingerprint", fingerprint_of(process, finding), "count",
                  (json_int_t)finding->count, "first_t_us", (json_int_t)finding->t_us, "last_t_us",
                  (json_int_t)finding->last_us, "message", finding->message, "who", finding->who,
                  "note", finding->note, "objects", objects);
    json_t *rest = json_pack("{s:{s:o, s:o, s:o}, s:o, s:o, s:s, s:o, s:s, s:n, s:o}", "where",
                             "now", stack_ref(writer, finding->stacks[STACK_NOW]), "before",
                             stack_ref(writer, finding->stacks[STACK_BEFORE]), "origin",
                             stack_ref(writer, finding->stacks[STACK_ORIGIN]), "timeline",
                             timeline(process, finding), "spec", spec(check), "fix",
                             advice_fix(process, finding), "docs", docs(check), "suppress_with",
                             advice_suppression(process, finding), "suppressed_by", "cwe", cwe);
    json_object_update(json, rest);
    json_decref(rest);
    return json;
}

static json_t *findings(struct writer *writer) {
    const struct process *process = writer->report->process;
    json_t *list = json_array();
    for (size_t i = 0; i < process->n_findings; i++)
        json_array_append_new(list, finding(writer, process->findings[i]));
    return list;
}

static json_t *leaks(const struct process *process) {
    struct leaks totals = leaks_of(process);
    json_t *groups = json_array();
    for (size_t i = 0; i < process->n_findings; i++) {
        const struct finding *finding = process->findings[i];
        if (!finding->is_group)
            continue;
        json_array_append_new(
            groups, json_pack("{s:I, s:I, s:I, s:I, s:I, s:s, s:o, s:s}", "finding",
                              (json_int_t)finding->id, "live", (json_int_t)finding->live, "made",
                              (json_int_t)finding->made, "bytes_host", (json_int_t)finding->bytes,
                              "bytes_device", (json_int_t)leaks_bytes_device(process, finding),
                              "trend", finding->trend, "oldest_us",
                              number_unless(leaks_oldest_us(process, finding), -1), "fingerprint",
                              fingerprint_of(process, finding)));
    }
    return json_pack("{s:o, s:{s:I, s:I, s:I}}", "groups", groups, "totals", "structs",
                     (json_int_t)totals.structs, "bytes_host", (json_int_t)totals.bytes_host,
                     "bytes_device", (json_int_t)totals.bytes_device);
}

static json_t *summary(const struct report *report) {
    const struct verdict *verdict = report->verdict;
    struct leaks totals = leaks_of(report->process);
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:I}", "verdict", verdict->word,
                     "errors", verdict->errors, "warnings", verdict->warnings, "notes",
                     verdict->notes, "unique", (int)report->process->n_findings, "suppressed",
                     verdict->suppressed, "over_limit", verdict->over_limit, "leaked_structs",
                     (json_int_t)totals.structs, "leaked_bytes_host", (json_int_t)totals.bytes_host,
                     "leaked_bytes_device", (json_int_t)totals.bytes_device);
}

void json_render(const struct report *report, struct sheet *sheet) {
    const struct process *process = report->process;
    struct writer writer = {.report = report};
    json_t *all_events = events(&writer), *all_findings = findings(&writer);
    json_t *all_stacks =
        stacks(&writer); /* after what refers to them, before the modules' symbols */
    json_t *json = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema_version", "1.0",
        "tool", tool(process), "run", run(report), "environment",
        copied(process->header, "environment", json_object()), "activity", activity(process),
        "modules", modules(process), "stacks", all_stacks, "objects", objects(process), "events",
        all_events, "findings", all_findings, "leaks", leaks(process), "summary", summary(report));
    char *dump = json ? json_dumps(json, JSON_INDENT(1) | JSON_ENSURE_ASCII) : NULL;
    if (!dump)
        store_fail();
    sheet_add(sheet, dump);
    sheet_add(sheet, "\n");
    free(dump);
    json_decref(json);
}
