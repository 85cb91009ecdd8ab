/* chart: lanes from top to bottom, threads before streams, steps from left to right. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/chart.h"

#include "report/render/markup.h"
#include "report/render/store.h"

#include <string.h>

#define MARGIN    176 /* names of lanes */
#define LABEL_MAX 28
#define STEP      128
#define LANE      44
#define WORD_MAX  20

struct lane {
    const char *name;
    bool is_stream;
};

struct chart {
    const struct streams_step *steps;
    size_t n, n_lanes, n_threads;
    struct lane *lanes;
};

static void note_lane(struct chart *chart, const char *name, bool is_stream) {
    for (size_t i = 0; i < chart->n_lanes; i++)
        if (chart->lanes[i].is_stream == is_stream && !strcmp(chart->lanes[i].name, name))
            return;
    chart->lanes[chart->n_lanes++] = (struct lane){name, is_stream};
}

static void find_lanes(struct chart *chart) {
    chart->lanes = store_new(2 * chart->n * sizeof *chart->lanes);
    for (size_t i = 0; i < chart->n; i++)
        note_lane(chart, chart->steps[i].thread, false);
    chart->n_threads = chart->n_lanes;
    for (size_t i = 0; i < chart->n; i++)
        if (chart->steps[i].stream)
            note_lane(chart, chart->steps[i].stream, true);
}

static size_t y_of(const struct chart *chart, const char *name, bool is_stream) {
    size_t i = is_stream ? chart->n_threads : 0;
    while (strcmp(chart->lanes[i].name, name) != 0)
        i++;
    return 26 + i * LANE;
}

static size_t x_of(size_t step) {
    return MARGIN + step * STEP + STEP / 2;
}

/* Where a step has its effect. */
static size_t y_of_step(const struct chart *chart, size_t i) {
    const struct streams_step *step = &chart->steps[i];
    return step->stream ? y_of(chart, step->stream, true) : y_of(chart, step->thread, false);
}

static void add_text(struct sheet *sheet, const char *text, size_t most) {
    struct sheet cut = {0};
    sheet_add_cut(&cut, text, most);
    markup_add(sheet, cut.data);
}

static void add_lanes(const struct chart *chart, size_t width, struct sheet *sheet) {
    for (size_t i = 0; i < chart->n_lanes; i++) {
        const struct lane *lane = &chart->lanes[i];
        size_t y = 26 + i * LANE;
        sheet_format(sheet,
                     "<path class=\"lane%s\" d=\"M%d %zuH%zu\"/><text class=\"name\" x=\"0\" "
                     "y=\"%zu\">",
                     lane->is_stream ? " stream" : "", MARGIN, y, width, y + 4);
        add_text(sheet, lane->is_stream ? lane->name : store_format("thread %s", lane->name),
                 LABEL_MAX);
        sheet_add(sheet, "</text>\n");
    }
}

static void add_path(struct sheet *sheet, const char *class, size_t x, size_t y, size_t to_x,
                     size_t to_y) {
    sheet_format(sheet, "<path class=\"%s\" d=\"M%zu %zuL%zu %zu\"/>\n", class, x, y, to_x, to_y);
}

/* From a record of the event to each wait for it. */
static void add_waits(const struct chart *chart, size_t wait, struct sheet *sheet) {
    const struct event *event = chart->steps[wait].event;
    if (strcmp(event->kind, "event-wait") != 0 || !event->sync_event)
        return;
    for (size_t i = wait; i-- > 0;) {
        const struct event *record = chart->steps[i].event;
        if (strcmp(record->kind, "event-record") != 0 || !record->sync_event ||
            strcmp(record->sync_event, event->sync_event) != 0)
            continue;
        add_path(sheet, "edge", x_of(i), y_of_step(chart, i), x_of(wait), y_of_step(chart, wait));
        return;
    }
}

static void add_gap(const struct chart *chart, size_t from, size_t to, struct sheet *sheet) {
    size_t y = y_of_step(chart, from), to_y = y_of_step(chart, to);
    add_path(sheet, "gap", x_of(from), y, x_of(to), to_y);
    sheet_format(sheet,
                 "<text class=\"gap\" x=\"%zu\" y=\"%zu\" text-anchor=\"middle\">no order"
                 "</text>\n",
                 (x_of(from) + x_of(to)) / 2, (y + to_y) / 2 + 14);
}

static void add_step(const struct chart *chart, size_t i, struct sheet *sheet) {
    const struct streams_step *step = &chart->steps[i];
    size_t y = y_of_step(chart, i), host = y_of(chart, step->thread, false);
    bool is_last = i + 1 == chart->n;
    if (step->stream)
        sheet_format(sheet, "<path class=\"call\" d=\"M%zu %zuV%zu\"/>", x_of(i), host, y);
    sheet_format(sheet, "<circle class=\"%s\" cx=\"%zu\" cy=\"%zu\" r=\"%d\"><title>",
                 is_last ? "culprit" : "step", x_of(i), y, is_last ? 6 : 5);
    markup_add(sheet, step->stream ? store_format("%s: %s", step->host, step->deed) : step->host);
    sheet_format(sheet, "</title></circle><text x=\"%zu\" y=\"%zu\" text-anchor=\"middle\">",
                 x_of(i), y - 11);
    add_text(sheet, step->deed ? step->deed : step->event->kind, WORD_MAX);
    sheet_add(sheet, "</text>\n");
}

void chart_add(const struct finding *finding, const struct streams_step *steps, size_t n,
               struct sheet *sheet) {
    struct chart chart = {.steps = steps, .n = n};
    size_t from, to;
    if (!n)
        return;
    find_lanes(&chart);
    size_t width = MARGIN + n * STEP, height = 26 + (chart.n_lanes - 1) * LANE + 20;
    sheet_format(sheet,
                 "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"%s on %s",
                 sheet_counted(n, "step"), sheet_counted(chart.n_threads, "thread"));
    sheet_format(sheet, " and %s\" width=\"%zu\" height=\"%zu\">\n",
                 sheet_counted(chart.n_lanes - chart.n_threads, "stream"), width, height);
    add_lanes(&chart, width, sheet);
    for (size_t i = 0; i < n; i++)
        add_waits(&chart, i, sheet);
    if (streams_gap(finding, steps, n, &from, &to))
        add_gap(&chart, from, to, sheet);
    for (size_t i = 0; i < n; i++)
        add_step(&chart, i, sheet);
    sheet_add(sheet, "</svg></div>\n");
}
