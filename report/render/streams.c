/* streams: a column for the host and one for each stream, a row for each step. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/streams.h"

#include "report/render/facts.h"
#include "report/render/owner.h"
#include "report/render/store.h"

#include <stdio.h>
#include <string.h>

#define AT_MS        10
#define AT_HOST      21
#define AT_STREAMS   58
#define MOST_STREAMS 3 /* the steps on others stand with the last one, by name */

struct table {
    size_t n_streams;
    const char *streams[MOST_STREAMS];
};

static size_t stream_of(struct table *table, const char *name) {
    size_t i = 0;
    while (i < table->n_streams && strcmp(table->streams[i], name) != 0)
        i++;
    if (i == table->n_streams && i < MOST_STREAMS)
        table->streams[table->n_streams++] = store_string(name);
    return i < MOST_STREAMS ? i : MOST_STREAMS - 1;
}

static void find_streams(const struct finding *finding, struct table *table) {
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (event && event->stream)
            stream_of(table, event->stream);
    }
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

static const char *on_stream(const struct table *table, const struct event *event) {
    bool is_other =
        strcmp(table->streams[stream_of((struct table *)table, event->stream)], event->stream) != 0;
    return store_format("%s%s%s%s%s", is_other ? event->stream : "", is_other ? ": " : "",
                        deed(event), event->sync_event ? " " : "",
                        event->sync_event ? event->sync_event : "");
}

static const char *on_host(const struct finding *finding, const struct event *event) {
    const char *what = event->stream                          ? event->note ? event->note : "call"
                       : !strncmp(event->kind, "release-", 8) ? "release"
                                                              : event->kind;
    return store_format("%s  %s", what, owner_by_whom(finding->process, event));
}

static void add_row(const struct finding *finding, const struct table *table,
                    const struct event *event, bool is_last, struct sheet *sheet) {
    size_t width = AT_STREAMS - AT_HOST - 2;
    if (is_last)
        sheet_colour(sheet, COLOUR_BOLD);
    sheet_format(sheet, "        %c %4lld.%03d", is_last ? '>' : ' ',
                 (long long)(event->t_us / 1000), (int)(event->t_us % 1000));
    sheet_tab(sheet, AT_HOST);
    sheet_add_cut(sheet, on_host(finding, event), width);
    if (event->stream) {
        sheet_tab(sheet, column(table, stream_of((struct table *)table, event->stream)));
        sheet_add_cut(sheet, on_stream(table, event), SHEET_WIDTH - sheet_column(sheet));
    }
    if (is_last)
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
    sheet_add_cut(sheet, thread ? store_format("host (thread %s)", thread) : "host",
                  AT_STREAMS - AT_HOST - 2);
    for (size_t i = 0; i < table->n_streams; i++) {
        sheet_tab(sheet, column(table, i));
        sheet_add_cut(sheet, table->streams[i], column(table, 1) - column(table, 0) - 2);
    }
    sheet_add(sheet, "\n");
}

/* The thread of all steps, NULL where there are several. */
static const char *only_thread(const struct finding *finding) {
    const char *thread = NULL;
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        const char *name = event && event->thread ? event->thread : "";
        if (thread && strcmp(thread, name) != 0)
            return NULL;
        thread = name;
    }
    return thread && *thread ? thread : NULL;
}

bool streams_table(const struct finding *finding, struct sheet *sheet) {
    struct table table = {0};
    find_streams(finding, &table);
    if (!table.n_streams)
        return false;
    heading(&table, only_thread(finding), sheet);
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (event)
            add_row(finding, &table, event, i + 1 == finding->n_events, sheet);
    }
    if (finding->note && *finding->note) {
        sheet_add(sheet, "\n          ");
        sheet_wrap(sheet, owner_shorten(finding->note), "          ");
        sheet_add(sheet, "\n");
    }
    return true;
}
