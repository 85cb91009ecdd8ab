/* streams: a column for the host and one for each stream, a row for each step. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/streams.h"

#include "report/render/facts.h"
#include "report/render/lane.h"
#include "report/render/owner.h"
#include "report/render/store.h"

#include <stdio.h>
#include <string.h>

#define AT_MS        10
#define AT_HOST      21
#define AT_STREAMS   58
#define MOST_STREAMS 3 /* the steps on others stand with the last one, by name */

struct table {
    bool has_threads; /* more than one: each step names its own */
    size_t n_streams;
    const char *streams[MOST_STREAMS], *headings[MOST_STREAMS];
};

static size_t stream_of(struct table *table, const char *name, const char *heading) {
    size_t i = 0;
    while (i < table->n_streams && strcmp(table->streams[i], name) != 0)
        i++;
    if (i < table->n_streams || i == MOST_STREAMS)
        return i < MOST_STREAMS ? i : MOST_STREAMS - 1;
    table->streams[i] = name;
    table->headings[i] = heading;
    return table->n_streams++;
}

static size_t column(const struct table *table, size_t stream) {
    return AT_STREAMS + stream * ((SHEET_WIDTH - AT_STREAMS) / table->n_streams);
}

/* What a step is for the stream that it is on. */
static const char *deed(const struct event *event) {
    static const struct {
        const char *kind, *word;
    } words[] = {{"write", "WRITES"},        {"copy", "READS"},      {"kernel", "kernel"},
                 {"event-record", "record"}, {"event-wait", "wait"}, {"device-free", "free"}};
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (!strcmp(event->kind, words[i].kind))
            return words[i].word;
    return event->kind;
}

static const char *deed_of(const struct event *event) {
    return store_format("%s%s%s", deed(event), event->sync_event ? " " : "",
                        event->sync_event ? event->sync_event : "");
}

static const char *on_host(const struct finding *finding, const struct event *event) {
    const char *what = event->stream                          ? event->note ? event->note : "call"
                       : !strncmp(event->kind, "release-", 8) ? "release"
                                                              : event->kind;
    return store_format("%s  %s", what, owner_by_whom(finding->process, event));
}

static const char *thread_of(const struct event *event) {
    return event->thread && *event->thread ? event->thread
                                           : store_format("%lld", (long long)event->tid);
}

const struct streams_step *streams_steps(const struct finding *finding, size_t *n) {
    struct streams_step *steps = store_new((finding->n_events + 1) * sizeof *steps);
    bool is_on_stream = false;
    *n = 0;
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (!event)
            continue;
        is_on_stream |= event->stream != NULL;
        steps[(*n)++] = (struct streams_step){
            .event = event,
            .thread = thread_of(event),
            .host = on_host(finding, event),
            .stream = event->stream ? lane_heading(finding->process, event) : NULL,
            .deed = event->stream ? deed_of(event) : NULL};
    }
    if (!is_on_stream)
        *n = 0;
    return steps;
}

/* A step of this kind, the last one; n for none. */
static size_t last_of(const struct streams_step *steps, size_t n, const char *kind) {
    for (size_t i = n; i-- > 0;)
        if (!strcmp(steps[i].event->kind, kind))
            return i;
    return n;
}

#define CWE_RACE 362

bool streams_gap(const struct finding *finding, const struct streams_step *steps, size_t n,
                 size_t *from, size_t *to) {
    const struct event *before = lane_before(finding);
    size_t record = last_of(steps, n, "event-record");
    if (finding->check->cwe != CWE_RACE || n < 2)
        return false;
    *from = *to = n - 1;
    for (size_t i = 0; before && i < n; i++)
        if (steps[i].event->seq == before->seq)
            *from = i;
    if (!strcmp(finding->check->slug, "read-before-event") && record < n)
        *from = record;
    if (!strcmp(finding->check->slug, "event-before-data") && record < n)
        *to = record;
    return *from != *to;
}

static void add_row(const struct table *table, const struct streams_step *step, const char *mark,
                    struct sheet *sheet) {
    const struct event *event = step->event;
    if (mark)
        sheet_colour(sheet, COLOUR_BOLD);
    sheet_format(sheet, "        %c %4lld.%03d", mark ? '>' : ' ', (long long)(event->t_us / 1000),
                 (int)(event->t_us % 1000));
    sheet_tab(sheet, AT_HOST);
    sheet_add_cut(
        sheet, table->has_threads ? store_format("%s: %s", step->thread, step->host) : step->host,
        AT_STREAMS - AT_HOST - 2);
    if (event->stream) {
        size_t lane = stream_of((struct table *)table, event->stream, NULL);
        bool is_other = strcmp(table->streams[lane], event->stream) != 0;
        sheet_tab(sheet, column(table, lane));
        sheet_add_cut(sheet,
                      store_format("%s%s%s%s", is_other ? event->stream : "", is_other ? ": " : "",
                                   step->deed, mark ? mark : ""),
                      SHEET_WIDTH - sheet_column(sheet));
    }
    if (!event->stream && mark && *mark) {
        sheet_tab(sheet, AT_STREAMS);
        sheet_add(sheet, mark);
    }
    if (mark)
        sheet_colour(sheet, COLOUR_NONE);
    sheet_add(sheet, "\n");
}

static void heading(const struct table *table, const char *thread, struct sheet *sheet) {
    sheet_add(sheet, "\n  ");
    sheet_colour(sheet, COLOUR_BOLD);
    sheet_add(sheet, "lanes");
    sheet_colour(sheet, COLOUR_NONE);
    sheet_tab(sheet, AT_MS + 6);
    sheet_add(sheet, "ms");
    sheet_tab(sheet, AT_HOST);
    sheet_add_cut(sheet, thread ? store_format("host (thread %s)", thread) : "host (thread: call)",
                  AT_STREAMS - AT_HOST - 2);
    for (size_t i = 0; i < table->n_streams; i++) {
        sheet_tab(sheet, column(table, i));
        sheet_add_cut(sheet, table->headings[i], column(table, 1) - column(table, 0) - 2);
    }
    sheet_add(sheet, "\n");
}

/* The thread of all steps, NULL where there are several. */
static const char *only_thread(const struct streams_step *steps, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (strcmp(steps[i].thread, steps[0].thread) != 0)
            return NULL;
    return steps[0].thread;
}

bool streams_table(const struct finding *finding, struct sheet *sheet) {
    struct table table = {0};
    size_t n, from, to;
    const struct streams_step *steps = streams_steps(finding, &n);
    if (!n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (steps[i].stream)
            stream_of(&table, steps[i].event->stream, steps[i].stream);
    const char *thread = only_thread(steps, n);
    table.has_threads = !thread;
    heading(&table, thread, sheet);
    bool has_gap = streams_gap(finding, steps, n, &from, &to);
    for (size_t i = 0; i < n; i++)
        add_row(&table, &steps[i],
                i + 1 < n            ? NULL
                : has_gap && to == i ? "   <- no wait"
                                     : "",
                sheet);
    if (finding->note && *finding->note) {
        sheet_add(sheet, "\n          ");
        sheet_wrap(sheet, owner_shorten(finding->note), "          ");
        sheet_add(sheet, "\n");
    }
    return true;
}
