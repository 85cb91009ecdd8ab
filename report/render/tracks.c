/* tracks: what happened, as a timeline for Perfetto and chrome://tracing (Trace Event Format): a
 * track a thread or stream of a device, a slice a step of an object, and an arrow where an object
 * passes from one thread or module to another. Findings are marks on the thread that they happened
 * on.
 *
 * Processes stand beside each other by the second that they started in. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/facts.h"
#include "report/render/format.h"
#include "report/render/lane.h"
#include "report/render/member.h"
#include "report/render/owner.h"
#include "report/render/parts.h"
#include "report/render/store.h"
#include "report/render/value.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Where a slice begins. On one thread no two begin together, or an arrow could not tell them. */
struct point {
    int64_t ns, tid;
};

/* An object's last slice, and its release while that goes on. */
struct trail {
    const char *object, *actor;
    struct point last, from; /* from: of the arrow to the release */
    struct event begin;      /* of the release; object NULL: none goes on */
    int64_t begin_ns;
    bool has_arrow;
    UT_hash_handle hh;
};

struct thread {
    int64_t tid, last_ns;
    UT_hash_handle hh;
};

#define FIRST_STREAM INT64_C(1000000000)

/* By whom a step was done, by its stack. */
struct doer {
    int stack;
    const char *name;
    UT_hash_handle hh;
};

struct tracks {
    struct parts parts;
    const struct process *process;
    int64_t pid, offset_us, n_arrows;
    struct trail *trails;
    struct thread *threads;
    struct doer *doers;
    const char **actors; /* each name once */
    size_t n_actors;
};

static void metadata(struct tracks *tracks, const char *kind, int64_t tid, const char *name) {
    parts_item(&tracks->parts, json_pack("{s:s, s:s, s:I, s:I, s:{s:o}}", "ph", "M", "name", kind,
                                         "pid", (json_int_t)tracks->pid, "tid", (json_int_t)tid,
                                         "args", "name", value_text(name)));
}

static struct thread *thread_of(struct tracks *tracks, int64_t tid, const char *name) {
    struct thread *thread;
    HASH_FIND(hh, tracks->threads, &tid, sizeof tid, thread);
    if (thread)
        return thread;
    bool before = store_keep_begin();
    thread = store_new(sizeof *thread);
    store_keep_end(before);
    *thread = (struct thread){.tid = tid, .last_ns = -1};
    HASH_ADD(hh, tracks->threads, tid, sizeof thread->tid, thread);
    if (name && *name)
        metadata(tracks, "thread_name", tid, name);
    return thread;
}

/* A stream of a device has a track of its own, beyond the numbers of threads. */
static int64_t track_number(const struct event *event) {
    const char *number = event->stream ? strrchr(event->stream, '#') : NULL;
    return event->stream ? FIRST_STREAM + (number ? (uint32_t)strtoul(number + 1, NULL, 10) : 0)
                         : event->tid;
}

static struct point point_of(struct tracks *tracks, const struct event *event) {
    int64_t ns = event->t_us * 1000, track = track_number(event);
    const char *name = event->stream ? lane_heading(tracks->process, event) : event->thread;
    struct thread *thread = thread_of(tracks, track, name);
    thread->last_ns = ns > thread->last_ns ? ns : thread->last_ns + 1;
    return (struct point){thread->last_ns, track};
}

static json_t *us_of(const struct tracks *tracks, int64_t ns) {
    return json_real((double)tracks->offset_us + (double)ns / 1000);
}

static const char *kept_name(struct tracks *tracks, const char *name) {
    for (size_t i = 0; name && i < tracks->n_actors; i++)
        if (!strcmp(tracks->actors[i], name))
            return tracks->actors[i];
    if (name)
        STORE_ADD(tracks->actors, tracks->n_actors) = store_string(name);
    return name ? tracks->actors[tracks->n_actors - 1] : NULL;
}

static struct trail *trail_of(struct tracks *tracks, const struct event *event) {
    struct trail *trail;
    HASH_FIND_STR(tracks->trails, event->object, trail);
    if (trail)
        return trail;
    bool before = store_keep_begin();
    trail = store_new(sizeof *trail);
    *trail = (struct trail){.object = store_string(event->object), .last.ns = -1};
    store_keep_end(before);
    HASH_ADD_KEYPTR(hh, tracks->trails, trail->object, strlen(trail->object), trail);
    return trail;
}

static const char *doer_of(struct tracks *tracks, const struct event *event) {
    struct doer *doer;
    HASH_FIND_INT(tracks->doers, &event->stack, doer);
    if (doer || !event->stack)
        return doer ? doer->name : event->actor;
    const char *name = owner_by_whom(tracks->process, event);
    bool before = store_keep_begin();
    doer = store_new(sizeof *doer);
    *doer = (struct doer){.stack = event->stack, .name = store_string(name)};
    store_keep_end(before);
    HASH_ADD_INT(tracks->doers, stack, doer);
    return doer->name;
}

static void slice(struct tracks *tracks, const struct event *event, struct point begin,
                  int64_t end_ns, const char *word) {
    const char *object = event->object ? event->object : "";
    json_t *args = json_pack("{s:o, s:o, s:o, s:o, s:o, s:I}", "object",
                             value_text(process_name_of(tracks->process, object)), "by",
                             value_text(doer_of(tracks, event)), "module", value_text(event->actor),
                             "owner afterwards", value_text(event->owner_after), "note",
                             value_text(event->note), "seq", (json_int_t)event->seq);
    if (event->stream)
        json_object_set_new(args, "thread", value_text(event->thread));
    if (event->sync_event)
        json_object_set_new(args, "sync_event", value_text(event->sync_event));
    parts_item(&tracks->parts,
               json_pack("{s:s, s:s, s:o, s:o, s:f, s:I, s:I, s:o}", "ph", "X", "cat", word, "name",
                         value_text(store_format("%s %s", word, object)), "ts",
                         us_of(tracks, begin.ns), "dur", (double)(end_ns - begin.ns) / 1000, "pid",
                         (json_int_t)tracks->pid, "tid", (json_int_t)begin.tid, "args", args));
}

static void arrow_end(struct tracks *tracks, char phase, struct point point) {
    const char text[] = {phase, '\0'};
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:I, s:o, s:I, s:I}", "ph", text, "cat", "hand-over", "name",
                  "hand-over", "id", (json_int_t)tracks->n_arrows, "ts", us_of(tracks, point.ns),
                  "pid", (json_int_t)tracks->pid, "tid", (json_int_t)point.tid);
    if (phase == 'f')
        json_object_set_new(json, "bp", json_string("e"));
    parts_item(&tracks->parts, json);
}

/* After the slice that it leads to, of which it would else know nothing. */
static void arrow(struct tracks *tracks, struct point from, struct point to) {
    tracks->n_arrows++;
    arrow_end(tracks, 's', from);
    arrow_end(tracks, 'f', to);
}

static void release_begins(struct trail *trail, const struct event *event, struct point point) {
    trail->begin = (struct event){.seq = event->seq,
                                  .tid = event->tid,
                                  .stack = event->stack,
                                  .object = trail->object,
                                  .actor = trail->actor};
    trail->begin_ns = point.ns;
}

/* What began is one slice, written when it has ended. */
static void release_ends(struct tracks *tracks, struct trail *trail, const struct event *end,
                         int64_t end_ns) {
    struct event both = trail->begin;
    struct point begin = {trail->begin_ns, trail->begin.tid};
    both.owner_after = end ? end->owner_after : NULL;
    both.note = end ? end->note : "its end was not seen";
    slice(tracks, &both, begin, end_ns, "release");
    if (trail->has_arrow)
        arrow(tracks, trail->from, begin);
    trail->has_arrow = false;
    trail->begin.object = NULL;
}

static bool passes(const struct trail *trail, struct point point, const char *actor) {
    return trail->last.ns >= 0 &&
           (trail->last.tid != point.tid || (actor && trail->actor && actor != trail->actor));
}

static void step_of(struct tracks *tracks, struct trail *trail, const struct event *event) {
    struct point point = point_of(tracks, event);
    if (!strcmp(event->kind, "release-end") && trail->begin.object &&
        trail->begin.tid == event->tid) {
        release_ends(tracks, trail, event, point.ns);
        return;
    }
    bool before = store_keep_begin();
    const char *actor = kept_name(tracks, event->actor);
    store_keep_end(before);
    bool has_arrow = passes(trail, point, actor);
    struct point from = trail->last;
    trail->last = point;
    trail->actor = actor ? actor : trail->actor;
    if (strcmp(event->kind, "release-begin") != 0) {
        slice(tracks, event, point, point.ns, event->kind);
        if (has_arrow)
            arrow(tracks, from, point);
        return;
    }
    if (trail->begin.object)
        release_ends(tracks, trail, NULL, trail->begin_ns);
    release_begins(trail, event, point);
    trail->has_arrow = has_arrow;
    trail->from = from;
}

static void other(struct tracks *tracks, const struct event *event) {
    struct point point = point_of(tracks, event);
    slice(tracks, event, point, point.ns, event->kind);
}

static void step(const struct event *event, void *context) {
    struct tracks *tracks = context;
    if (event->object)
        step_of(tracks, trail_of(tracks, event), event);
    else
        other(tracks, event);
}

static void unfinished(struct tracks *tracks) {
    for (struct trail *trail = tracks->trails; trail; trail = trail->hh.next)
        if (trail->begin.object)
            release_ends(tracks, trail, NULL, trail->begin_ns);
}

static void mark(struct tracks *tracks, const struct finding *finding) {
    parts_item(
        &tracks->parts,
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:I, s:I, s:{s:o, s:s, s:s, s:I}}", "ph", "i", "s",
                  "t", "cat", "finding", "name",
                  value_text(store_format("%s %s", catalogue_severity_name(finding->severity),
                                          finding->check->slug)),
                  "ts", us_of(tracks, finding->t_us * 1000), "pid", (json_int_t)tracks->pid, "tid",
                  (json_int_t)finding->tid, "args", "message", value_text(finding->message),
                  "certainty", finding->certainty, "blame", finding->blame, "count",
                  (json_int_t)finding->count));
}

static int64_t started_us(const struct process *process) {
    struct tm tm = {0};
    const char *started = member_text(process->header, "started");
    return started && strptime(started, "%Y-%m-%dT%H:%M:%SZ", &tm) ? timegm(&tm) * 1000000 : 0;
}

/* Two processes may have had one pid. */
static int64_t track_of(const struct tree *tree, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (tree->processes[k]->pid == tree->processes[i]->pid)
            return (int64_t)(1000000000 + i);
    return tree->processes[i]->pid;
}

static void process(struct tracks *tracks, const struct tree *tree, size_t i) {
    tracks->process = tree->processes[i];
    tracks->pid = track_of(tree, i);
    tracks->offset_us = started_us(tracks->process) - started_us(tree->processes[0]);
    metadata(tracks, "process_name", 0, tree_person(tracks->process));
    facts_each_event(tracks->process, step, tracks);
    unfinished(tracks);
    for (size_t f = 0; f < tree->n_findings; f++) {
        if (tree->findings[f]->process != tracks->process)
            continue;
        thread_of(tracks, tree->findings[f]->tid, NULL);
        store_begin();
        mark(tracks, tree->findings[f]);
        store_end();
    }
    HASH_CLEAR(hh, tracks->trails);
    HASH_CLEAR(hh, tracks->threads);
    HASH_CLEAR(hh, tracks->doers);
}

void tracks_render(const struct report *report, struct sheet *sheet) {
    struct tracks tracks = {.parts = {.sheet = sheet}};
    parts_begin(&tracks.parts, NULL, '{');
    parts_member(&tracks.parts, "displayTimeUnit", json_string("ms"));
    parts_member(&tracks.parts, "otherData",
                 json_pack("{s:s, s:s}", "tool", "arrowdev_check " ARROWDEV_CHECK_VERSION,
                           "verdict", report->verdict->word));
    parts_begin(&tracks.parts, "traceEvents", '[');
    for (size_t i = 0; i < report->tree->n_processes; i++)
        process(&tracks, report->tree, i);
    parts_end(&tracks.parts, ']');
    parts_end(&tracks.parts, '}');
}
