/* result: one finding as SARIF has it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/result.h"

#include "report/render/advice.h"
#include "report/render/fingerprint.h"
#include "report/render/focus.h"
#include "report/render/locus.h"
#include "report/render/owner.h"
#include "report/render/store.h"
#include "report/render/suppress.h"
#include "report/render/tree.h"
#include "report/render/value.h"

#include <string.h>

#define MOST_STEPS 1000 /* that GitHub shows of a result */

static double rank_of(const struct finding *finding) {
    return !strcmp(finding->certainty, "observed") ? 95
           : !strcmp(finding->certainty, "latent") ? 40
                                                   : 70;
}

/* What each stack is for a reader. */
static const char *title_of(const struct finding *finding, int stack) {
    if (stack == STACK_NOW)
        return finding->is_group ? "last seen here" : finding->message;
    if (stack == STACK_BEFORE)
        return "the step that made this one wrong";
    return finding->n_objects ? store_format("where %s came from", finding->objects[0])
                              : "where it came from";
}

static json_t *frame(const struct spot *spot) {
    json_t *json = json_pack("{s:o}", "location", locus_of(spot, NULL));
    if (spot->module)
        json_object_set_new(json, "module", value_text(spot->module->name));
    if (spot->is_inlined)
        json_object_set_new(json, "properties", json_pack("{s:b}", "inlined", 1));
    return json;
}

static json_t *stacks(const struct finding *finding) {
    json_t *list = json_array();
    for (int s = 0; s < FINDING_STACKS; s++) {
        const struct trace *trace = trace_of(finding->process, finding->stacks[s]);
        json_t *frames = json_array();
        for (size_t i = 0; i < trace->n; i++)
            json_array_append_new(frames, frame(&trace->spots[i]));
        if (trace->n)
            json_array_append_new(list,
                                  json_pack("{s:o, s:o}", "message",
                                            locus_message(title_of(finding, s)), "frames", frames));
        else
            json_decref(frames);
    }
    return list;
}

static json_t *related(const struct finding *finding) {
    json_t *list = json_array();
    for (int s = STACK_BEFORE; s < FINDING_STACKS; s++) {
        const struct spot *place = trace_place(trace_of(finding->process, finding->stacks[s]));
        if (!place)
            continue;
        json_t *location = locus_of(place, title_of(finding, s));
        json_object_set_new(location, "id", json_integer((json_int_t)json_array_size(list) + 1));
        json_array_append_new(list, location);
    }
    return list;
}

static json_t *kinds(const struct event *event) {
    bool begins = !strcmp(event->kind, "export") || !strcmp(event->kind, "import") ||
                  !strcmp(event->kind, "get_next") || !strcmp(event->kind, "get_schema");
    bool ends = !strncmp(event->kind, "release", strlen("release"));
    return json_pack("[s, s]", begins ? "acquire" : ends ? "release" : "call", "resource");
}

static json_t *step(const struct finding *finding, const struct event *event, bool is_last) {
    const char *owner = event->owner_after ? owner_shorten(event->owner_after) : NULL;
    const char *text =
        store_format("%s%s%s by %s%s%s", event->kind, event->object ? " " : "",
                     event->object ? process_name_of(finding->process, event->object) : "",
                     owner_by_whom(finding->process, event), owner ? ", owner afterwards: " : "",
                     owner ? owner : "");
    const struct spot *place = trace_place(trace_of(finding->process, event->stack));
    return json_pack("{s:I, s:o, s:s, s:o}", "executionOrder",
                     (json_int_t)(finding->process->n_before + event->seq), "kinds", kinds(event),
                     "importance", is_last ? "essential" : "important", "location",
                     locus_of(place, text));
}

/* The flow of an event's thread, or of the device's stream that it happened on. */
static json_t *flow_of(json_t *flows, const struct event *event) {
    const char *thread = event->stream ? event->stream
                         : event->thread && *event->thread
                             ? event->thread
                             : store_format("%lld", (long long)event->tid);
    json_t *id = value_text(thread), *flow;
    size_t i;
    json_array_foreach(flows, i, flow) {
        if (json_equal(json_object_get(flow, "id"), id)) {
            json_decref(id);
            return flow;
        }
    }
    flow = json_pack("{s:o, s:[]}", "id", id, "locations");
    json_array_append_new(flows, flow);
    return flow;
}

/* The last ones tell more than the first. */
static json_t *code_flows(const struct finding *finding) {
    size_t first = finding->n_events > MOST_STEPS ? finding->n_events - MOST_STEPS : 0;
    json_t *flows = json_array();
    for (size_t i = first; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (!event)
            continue;
        json_t *location = step(finding, event, i + 1 == finding->n_events);
        json_array_append_new(json_object_get(flow_of(flows, event), "locations"), location);
    }
    if (!json_array_size(flows)) {
        json_decref(flows);
        return json_array();
    }
    const char *of = finding->n_objects ? finding->objects[0] : "it";
    return json_pack("[{s:o, s:o}]", "message",
                     locus_message(store_format("who owned %s when", of)), "threadFlows", flows);
}

static json_t *properties(const struct finding *finding) {
    json_t *objects = json_array();
    for (size_t i = 0; i < finding->n_objects; i++)
        json_array_append_new(objects,
                              value_text(process_name_of(finding->process, finding->objects[i])));
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "certainty", finding->certainty, "blame",
        finding->blame, "who", value_text(finding->who), "objects", objects, "note",
        value_text(finding->note), "specClause", value_text(catalogue_clause(finding->check)),
        "fix", value_text(advice_fix(finding)), "process", value_text(tree_names_of(finding)));
}

static json_t *suppressions(const struct suppression *suppression) {
    return json_pack("[{s:s, s:s, s:o, s:{s:o}}]", "kind", "external", "status", "accepted",
                     "justification", value_text(suppression->reason), "properties", "from",
                     value_text(suppression->place));
}

static const char *message_of(const struct finding *finding) {
    const char *fix = advice_fix(finding);
    return *fix ? store_format("%s. %s", finding->message, fix) : finding->message;
}

/* Code scanning refuses a result without a file: then it is the program's. */
static json_t *location(const struct finding *finding) {
    struct spot place;
    json_t *json = locus_of(focus_of(finding, &place) ? &place : NULL, NULL);
    if (!json_object_get(json, "physicalLocation") && *finding->process->exe)
        json_object_set_new(
            json, "physicalLocation",
            json_pack("{s:o}", "artifactLocation", locus_artifact(finding->process->exe)));
    return json;
}

json_t *result_of(const struct finding *finding) {
    json_t *json = json_pack(
        "{s:s, s:i, s:s, s:s, s:f, s:I, s:o, s:[o], s:o, s:o, s:o, s:{s:s}, s:o}", "ruleId",
        finding->check->slug, "ruleIndex", (int)(finding->check - catalogue_checks), "level",
        catalogue_severity_name(finding->severity), "kind", "fail", "rank", rank_of(finding),
        "occurrenceCount", (json_int_t)finding->count, "message",
        locus_message(message_of(finding)), "locations", location(finding), "relatedLocations",
        related(finding), "codeFlows", code_flows(finding), "stacks", stacks(finding),
        "partialFingerprints", "arrowdevFinding/v1", fingerprint_of(finding), "properties",
        properties(finding));
    if (finding->suppressed_by)
        json_object_set_new(json, "suppressions", suppressions(finding->suppressed_by));
    return json;
}
