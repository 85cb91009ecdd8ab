/* lane: names of streams, from the events that happened on them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/lane.h"

#include "report/render/demangle.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <ctype.h>
#include <string.h>

#define FUNCTION_MAX 24

static const struct spot *made_at(const struct process *process, const struct event *event) {
    return event->stream_origin ? trace_place(trace_of(process, event->stream_origin)) : NULL;
}

/* The tracker's word for a stream that nobody made. */
static bool is_default(const struct event *event) {
    return event->stream_name && !event->stream_origin && strstr(event->stream_name, "default ");
}

const char *lane_heading(const struct process *process, const struct event *event) {
    if (is_default(event))
        return store_format("%s, %s", event->stream, event->stream_name);
    if (event->stream_name)
        return store_format("%s \"%s\"", event->stream, event->stream_name);
    const struct spot *place = made_at(process, event);
    if (!place)
        return event->stream;
    const char *where = trace_short(place);
    if (!*where)
        where = demangle_shorten(trace_function(place), FUNCTION_MAX);
    return store_format("%s of %s", event->stream, where);
}

const char *lane_in_words(const struct process *process, const struct event *event,
                          const char *word) {
    const struct spot *place = event ? made_at(process, event) : NULL;
    if (event && is_default(event))
        return store_format("the %s", event->stream_name);
    if (event && event->stream_name)
        return store_format("%s \"%s\"", word, event->stream_name);
    return place ? store_format("the %s made at %s", word, trace_point(place))
                 : store_format("the %s", word);
}

const char *lane_in_code(const struct event *event, const char *word) {
    const char *name = event && !is_default(event) ? event->stream_name : NULL;
    if (!name || !(isalpha((unsigned char)*name) || *name == '_'))
        return word;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_.->[]", *c))
            return word;
    return name;
}

static const struct event *on_stream(const struct finding *finding, size_t i) {
    const struct event *event = facts_event(finding->process, finding->events[i]);
    return event && event->stream ? event : NULL;
}

const struct event *lane_now(const struct finding *finding) {
    return finding->n_events ? on_stream(finding, finding->n_events - 1) : NULL;
}

const struct event *lane_before(const struct finding *finding) {
    const int stack = finding->stacks[STACK_BEFORE];
    for (size_t i = finding->n_events; stack && i-- > 0;) {
        const struct event *event = on_stream(finding, i);
        if (event && event->stack == stack)
            return event;
    }
    return NULL;
}
