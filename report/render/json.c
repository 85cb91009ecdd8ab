/* json: the report for a program, as report.schema.json has it. Everything that text shows stands
 * in it, notes and full stacks too. It is written part by part, as it may be large. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/about.h"
#include "report/render/advice.h"
#include "report/render/copies.h"
#include "report/render/fingerprint.h"
#include "report/render/focus.h"
#include "report/render/format.h"
#include "report/render/leaks.h"
#include "report/render/member.h"
#include "report/render/names.h"
#include "report/render/numbers.h"
#include "report/render/parts.h"
#include "report/render/store.h"
#include "report/render/trace.h"
#include "report/render/value.h"

#include <string.h>

struct writer {
    const struct report *report;
    struct parts parts;
    struct numbers *numbers;
    bool wants_all;                /* events */
    const struct process *process; /* whose objects or events are being written */
};

static void add_process(const struct process *process, json_t *json) {
    if (process->is_one_of_many)
        json_object_set_new(json, "process", json_string(process->name));
}

static json_t *places(const struct writer *writer, const struct object *object) {
    json_t *list = json_array();
    for (size_t i = 0; i < object->n_places; i++) {
        const struct place *place = &object->places[i];
        int64_t to = place->to_seq < 0 ? -1 : writer->process->n_before + place->to_seq;
        json_array_append_new(list,
                              json_pack("{s:s, s:I, s:o}", "addr", place->address, "from_seq",
                                        (json_int_t)(writer->process->n_before + place->from_seq),
                                        "to_seq", value_unless(to, -1)));
    }
    return list;
}

static void object(const struct object *object, void *context) {
    struct writer *writer = context;
    const struct process *process = writer->process;
    const char *parent = object->parent ? process_name_of(process, object->parent) : NULL;
    json_t *json = json_pack("{s:s, s:s, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:s, s:o}", "id",
                             process_name_of(process, object->id), "kind", object->kind, "type",
                             value_text(object->type), "length", value_unless(object->length, -1),
                             "bytes_host", (json_int_t)object->bytes_host, "bytes_device",
                             (json_int_t)object->bytes_device, "device", value_text(object->device),
                             "parent", value_text(parent), "producer", value_text(object->producer),
                             "consumer", value_text(object->consumer), "state", object->state,
                             "addresses", places(writer, object));
    if (object->name)
        json_object_set_new(json, "name", value_text(object->name));
    if (object->release_module >= -1)
        json_object_set_new(
            json, "release",
            json_pack("{s:I, s:o}", "module",
                      (json_int_t)numbers_module(writer->numbers,
                                                 process_module(process, object->release_module)),
                      "offset", value_hex(object->release_offset)));
    parts_item(&writer->parts, json);
}

static void objects(struct writer *writer) {
    parts_begin(&writer->parts, "objects", '[');
    for (size_t i = 0; i < writer->report->tree->n_processes; i++) {
        writer->process = writer->report->tree->processes[i];
        facts_each_object(writer->process, object, writer);
    }
    parts_end(&writer->parts, ']');
}

static json_t *stack_ref(const struct writer *writer, const struct process *process, int id) {
    return value_unless(numbers_stack(writer->numbers, process, id), 0);
}

static void event(const struct event *event, void *context) {
    struct writer *writer = context;
    const struct process *process = writer->process;
    const char *object = event->object ? process_name_of(process, event->object) : NULL;
    if (event->object && !writer->wants_all &&
        !numbers_is_in_finding(writer->numbers, process, event->object))
        return;
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "seq",
        (json_int_t)(process->n_before + event->seq), "t_us", (json_int_t)event->t_us, "tid",
        (json_int_t)event->tid, "thread", event->thread ? event->thread : "", "kind", event->kind,
        "object", value_text(object), "actor", value_text(event->actor), "owner_after",
        value_text(event->owner_after), "stack", stack_ref(writer, process, event->stack), "bytes",
        value_unless(event->bytes, -1), "note", value_text(event->note));
    if (event->stream) {
        json_object_set_new(json, "stream", json_string(event->stream));
        json_object_set_new(json, "stream_name", value_text(event->stream_name));
        json_object_set_new(json, "stream_origin",
                            stack_ref(writer, process, event->stream_origin));
    }
    if (event->sync_event)
        json_object_set_new(json, "sync_event", json_string(event->sync_event));
    add_process(process, json);
    parts_item(&writer->parts, json);
}

static void events(struct writer *writer) {
    parts_begin(&writer->parts, "events", '[');
    for (size_t i = 0; i < writer->report->tree->n_processes; i++) {
        writer->process = writer->report->tree->processes[i];
        facts_each_event(writer->process, event, writer);
    }
    parts_end(&writer->parts, ']');
}

static json_t *timeline(const struct finding *finding) {
    json_t *list = json_array();
    for (size_t i = 0; i < finding->n_events; i++)
        if (facts_event(finding->process, finding->events[i]))
            json_array_append_new(list,
                                  json_integer(finding->process->n_before + finding->events[i]));
    return list;
}

static json_t *spec(const struct check *check) {
    return json_pack("{s:s, s:s, s:s, s:s}", "clause", catalogue_clause(check), "level",
                     check->level, "says", check->says, "url", catalogue_url(check));
}

static json_t *where(const struct writer *writer, const struct finding *finding) {
    const struct process *process = finding->process;
    return json_pack("{s:o, s:o, s:o}", "now",
                     stack_ref(writer, process, finding->stacks[STACK_NOW]), "before",
                     stack_ref(writer, process, finding->stacks[STACK_BEFORE]), "origin",
                     stack_ref(writer, process, finding->stacks[STACK_ORIGIN]));
}

static json_t *location(const struct finding *finding) {
    struct spot place;
    if (!focus_of(finding, &place))
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "file", value_text(place.file), "line",
                     value_unless(place.line, 0), "column", value_unless(place.column, 0),
                     "function", value_text(place.function), "module",
                     value_text(place.module ? place.module->name : NULL));
}

static json_t *callback(const struct writer *writer, const struct finding *finding) {
    struct spot spot;
    if (!focus_callback(finding, &spot))
        return json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "name", finding->callback, "function",
                     value_text(spot.function), "file", value_text(spot.file), "line",
                     value_unless(spot.line, 0), "module",
                     json_integer(numbers_module(writer->numbers, spot.module)), "offset",
                     value_hex(spot.offset));
}

static json_t *kinds(const struct finding *finding) {
    json_t *json = json_object();
    for (size_t i = 0; i < sizeof finding->kinds / sizeof *finding->kinds; i++)
        if (finding->kinds[i].word)
            json_object_set_new(json, finding->kinds[i].word,
                                json_integer(finding->kinds[i].count));
    return json;
}

static void add_processes(const struct finding *finding, json_t *json) {
    add_process(finding->process, json);
    if (!finding->process->is_one_of_many)
        return;
    json_t *list = json_pack("[s]", finding->process->name);
    for (size_t i = 0; i < finding->n_others; i++)
        json_array_append_new(list, json_string(finding->others[i]->name));
    json_object_set_new(json, "processes", list);
}

static json_t *finding(const struct writer *writer, const struct finding *finding) {
    const struct check *check = finding->check;
    json_t *objects = json_array(), *cwe = json_array();
    for (size_t i = 0; i < finding->n_objects; i++)
        json_array_append_new(objects,
                              json_string(process_name_of(finding->process, finding->objects[i])));
    if (check->cwe)
        json_array_append_new(cwe, json_integer(check->cwe));
    json_t *json =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s, s:o}", "id",
                  (json_int_t)finding->number, "check", check->slug, "severity",
                  catalogue_severity_name(finding->severity), "certainty", finding->certainty,
                  "blame", finding->blame, "fingerprint", fingerprint_of(finding), "count",
                  (json_int_t)finding->count, "first_t_us", (json_int_t)finding->t_us, "last_t_us",
                  (json_int_t)finding->last_us, "message", finding->message, "who", finding->who,
                  "note", finding->note, "objects", objects);
    json_t *rest = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "kinds", kinds(finding),
        "callback", callback(writer, finding), "location", location(finding), "where",
        where(writer, finding), "timeline", timeline(finding), "spec", spec(check), "fix",
        value_text(advice_fix(finding)), "docs", store_format("report/explain/%s.md", check->slug),
        "suppress_with", value_text(advice_suppression(finding)), "suppressed_by",
        value_text(finding->suppressed_by ? finding->suppressed_by->place : NULL), "cwe", cwe);
    json_object_update(json, rest);
    json_decref(rest);
    add_processes(finding, json);
    return json;
}

static void findings(struct writer *writer) {
    const struct tree *tree = writer->report->tree;
    parts_begin(&writer->parts, "findings", '[');
    for (size_t i = 0; i < tree->n_findings; i++) {
        facts_begin();
        parts_item(&writer->parts, finding(writer, tree->findings[i]));
        facts_end();
    }
    parts_end(&writer->parts, ']');
}

static json_t *frame(const struct writer *writer, const struct spot *spot) {
    bool is_native = !spot->is_python;
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:b}", "lang",
                     is_native ? "native" : "python", "function", value_text(spot->function),
                     "file", value_text(spot->file), "line", value_unless(spot->line, 0), "column",
                     value_unless(spot->column, 0), "inlined", spot->is_inlined, "module",
                     value_unless(numbers_module(writer->numbers, spot->module), -1), "offset",
                     is_native ? value_hex(spot->offset) : json_null(), "hidden", spot->is_hidden);
}

static void stack(const struct process *process, int id, int64_t number, void *context) {
    struct writer *writer = context;
    facts_begin();
    const struct stack *stack = facts_stack(process, id);
    const struct trace *trace = trace_of(process, id);
    json_t *frames = json_array();
    for (size_t i = 0; i < trace->n; i++)
        json_array_append_new(frames, frame(writer, &trace->spots[i]));
    parts_item(&writer->parts, json_pack("{s:I, s:s, s:b, s:o}", "id", (json_int_t)number, "hash",
                                         stack ? stack->hash : "", "truncated", trace->is_truncated,
                                         "frames", frames));
    facts_end();
}

static void module(const struct module *module, void *context) {
    static const char *const symbols[] = {NULL, "none", "dynsym", "symtab", "dwarf"};
    struct writer *writer = context;
    const char *kind = symbols[names_symbols(module)];
    json_t *unloaded_at = module->unloaded_at < 0
                              ? json_null()
                              : json_integer(module->process->n_before + module->unloaded_at);
    json_t *json = json_pack(
        "{s:I, s:s, s:o, s:s, s:o, s:b}", "id", (json_int_t)numbers_module(writer->numbers, module),
        "path", module->path, "build_id", value_text(*module->build_id ? module->build_id : NULL),
        "base", module->base, "unloaded_at_seq", unloaded_at, "unloaded", module->is_unloaded);
    if (kind)
        json_object_set_new(json, "symbols", json_string(kind));
    parts_item(&writer->parts, json);
}

static json_t *samples(const struct finding *group) {
    json_t *list = json_array();
    for (size_t i = 0; i < group->n_samples; i++)
        json_array_append_new(list, json_integer(group->samples[i]));
    return list;
}

static json_t *leak_group(const struct finding *finding) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:s, s:o, s:s, s:o}", "finding",
                     (json_int_t)finding->number, "live", (json_int_t)finding->live, "made",
                     (json_int_t)finding->made, "bytes_host", (json_int_t)finding->bytes,
                     "bytes_device", (json_int_t)leaks_bytes_device(finding), "trend",
                     finding->trend, "oldest_us", value_unless(leaks_oldest_us(finding), -1),
                     "fingerprint", fingerprint_of(finding), "samples", samples(finding));
}

static void leaks(struct writer *writer) {
    const struct tree *tree = writer->report->tree;
    struct leaks totals = leaks_of(tree);
    parts_begin(&writer->parts, "leaks", '{');
    parts_begin(&writer->parts, "groups", '[');
    for (size_t i = 0; i < tree->n_findings; i++) {
        if (!tree->findings[i]->is_group)
            continue;
        facts_begin();
        parts_item(&writer->parts, leak_group(tree->findings[i]));
        facts_end();
    }
    parts_end(&writer->parts, ']');
    parts_member(&writer->parts, "totals",
                 json_pack("{s:I, s:I, s:I}", "structs", (json_int_t)totals.structs, "bytes_host",
                           (json_int_t)totals.bytes_host, "bytes_device",
                           (json_int_t)totals.bytes_device));
    parts_end(&writer->parts, '}');
}

static json_t *ends(const struct process *process, const json_t *line) {
    static const char *const names[] = {"first", "last"};
    json_t *list = json_array();
    for (unsigned i = 0; i < 2; i++) {
        const char *name = member_text(line, names[i]);
        if (name)
            json_array_append_new(list, value_text(process_name_of(process, name)));
    }
    return list;
}

static void site(const struct process *process, const json_t *line, void *context) {
    struct writer *writer = context;
    const char *direction = member_text(line, "direction");
    json_t *json = json_pack("{s:o, s:s, s:I, s:I, s:I}", "site",
                             stack_ref(writer, process, (int)member_number(line, "stack", 0)),
                             "direction", direction ? direction : "wait", "calls",
                             (json_int_t)member_amount(line, "calls", 0), "blocked_us",
                             (json_int_t)member_amount(line, "blocked_us", 0), "longest_us",
                             (json_int_t)member_amount(line, "longest_us", 0));
    if (direction) {
        json_object_set_new(json, "bytes", json_integer(member_amount(line, "bytes", 0)));
        json_object_set_new(json, "memory", value_text(member_text(line, "memory")));
        json_object_set_new(json, "kind", value_text(member_text(line, "kind")));
        json_object_set_new(json, "objects", ends(process, line));
    }
    add_process(process, json);
    parts_item(&writer->parts, json);
}

static void copies(struct writer *writer) {
    struct copies sums = copies_of(writer->report->tree);
    if (!sums.n_places && !sums.n_waits)
        return;
    parts_begin(&writer->parts, "copies", '{');
    parts_begin(&writer->parts, "sites", '[');
    copies_each(writer->report->tree, site, writer);
    parts_end(&writer->parts, ']');
    parts_member(&writer->parts, "totals",
                 json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "d2h_bytes",
                           (json_int_t)sums.d2h, "h2d_bytes", (json_int_t)sums.h2d, "peer_bytes",
                           (json_int_t)sums.peer, "blocked_us", (json_int_t)sums.blocked_us,
                           "waited_us", (json_int_t)sums.waited_us, "first_uses",
                           (json_int_t)sums.first_uses, "first_use_us",
                           (json_int_t)sums.first_use_us, "first_use_longest_us",
                           (json_int_t)sums.first_use_longest_us));
    parts_member(&writer->parts, "budget_bytes", value_unless(sums.budget_d2h, -1));
    parts_member(&writer->parts, "budget_h2d_bytes", value_unless(sums.budget_h2d, -1));
    parts_end(&writer->parts, '}');
}

static void suppressions(struct writer *writer) {
    const struct suppressions *all = writer->report->suppressions;
    parts_begin(&writer->parts, "suppressions", '[');
    for (size_t i = 0; i < all->n; i++) {
        const struct suppression *one = &all->list[i];
        if (one->is_known && !one->n_matched)
            continue;
        parts_item(&writer->parts,
                   json_pack("{s:o, s:o, s:i, s:I, s:o, s:o, s:b}", "name", value_text(one->text),
                             "from", value_text(one->place), "matched", (int)one->n_matched,
                             "bytes", (json_int_t)one->bytes, "reason", value_text(one->reason),
                             "until", value_text(one->until), "expired", one->is_expired));
    }
    parts_end(&writer->parts, ']');
}

static json_t *summary(const struct report *report) {
    const struct verdict *verdict = report->verdict;
    struct leaks totals = leaks_of(report->tree);
    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:I}", "verdict", verdict->word,
                     "errors", verdict->errors, "warnings", verdict->warnings, "notes",
                     verdict->notes, "unique", (int)report->tree->n_findings, "suppressed",
                     verdict->suppressed, "over_limit", verdict->over_limit, "leaked_structs",
                     (json_int_t)totals.structs, "leaked_bytes_host", (json_int_t)totals.bytes_host,
                     "leaked_bytes_device", (json_int_t)totals.bytes_device);
}

static void runs(struct writer *writer) {
    const struct report *report = writer->report;
    parts_member(&writer->parts, "run", about_run(report));
    if (!report->ran && report->tree->n_processes == 1)
        return;
    parts_begin(&writer->parts, "processes", '[');
    for (size_t i = 0; i < report->tree->n_processes; i++)
        parts_item(&writer->parts, about_process(report, report->tree->processes[i]));
    parts_end(&writer->parts, ']');
}

static bool keeps_all_events(const struct tree *tree) {
    char storage[32];
    const char *kept =
        tree->n_processes ? process_option(tree->processes[0], "events", storage) : NULL;
    return kept && !strcmp(kept, "all");
}

/* Stacks come after what refers to them, modules after the frames that lie in them. */
void json_render(const struct report *report, struct sheet *sheet) {
    struct writer writer = {.report = report,
                            .parts = {.sheet = sheet},
                            .numbers = numbers_new(report->tree),
                            .wants_all = keeps_all_events(report->tree)};
    parts_begin(&writer.parts, NULL, '{');
    parts_member(&writer.parts, "schema_version", json_string("1.0"));
    parts_member(&writer.parts, "tool", about_tool(report));
    runs(&writer);
    parts_member(&writer.parts, "environment", about_environment(report));
    parts_member(&writer.parts, "activity", about_activity(report));
    findings(&writer);
    events(&writer);
    objects(&writer);
    copies(&writer);
    parts_begin(&writer.parts, "stacks", '[');
    numbers_each_stack(writer.numbers, stack, &writer);
    parts_end(&writer.parts, ']');
    parts_begin(&writer.parts, "modules", '[');
    numbers_each_module(writer.numbers, module, &writer);
    parts_end(&writer.parts, ']');
    leaks(&writer);
    suppressions(&writer);
    parts_member(&writer.parts, "summary", summary(report));
    parts_end(&writer.parts, '}');
}
