/* drawing: the small pictures of a page, as SVG in it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/drawing.h"

#include "report/render/markup.h"
#include "report/render/store.h"

#include <string.h>

#define MOST_STEPS 16
#define MOST_LANES 8
#define MARGIN     96 /* names of threads */
#define STEP       104
#define LANE       40

#define WIDTH  120
#define HEIGHT 26
#define INSET  3

struct lanes {
    size_t n;
    const char *names[MOST_LANES];
};

/* Threads beyond the last lane share it. */
static size_t lane_of(struct lanes *lanes, const char *thread) {
    for (size_t i = 0; i < lanes->n; i++)
        if (!strcmp(lanes->names[i], thread))
            return i;
    if (lanes->n == MOST_LANES) {
        lanes->names[MOST_LANES - 1] = "others";
        return MOST_LANES - 1;
    }
    lanes->names[lanes->n] = thread;
    return lanes->n++;
}

static size_t y_of(size_t lane) {
    return 26 + lane * LANE;
}

static void lane_lines(const struct lanes *lanes, size_t width, struct sheet *sheet) {
    for (size_t i = 0; i < lanes->n; i++) {
        sheet_format(sheet,
                     "<path class=\"lane\" d=\"M%d %zuH%zu\"/><text class=\"name\" x=\"0\" "
                     "y=\"%zu\">",
                     MARGIN, y_of(i), width, y_of(i) + 4);
        struct sheet name = {0};
        sheet_add_cut(&name, lanes->names[i], 15);
        markup_add(sheet, name.data);
        sheet_add(sheet, "</text>\n");
    }
}

static void step(const struct owner_row *row, size_t x, size_t y, bool is_last,
                 struct sheet *sheet) {
    sheet_format(sheet, "<circle class=\"%s\" cx=\"%zu\" cy=\"%zu\" r=\"%d\"><title>",
                 is_last ? "culprit" : "step", x, y, is_last ? 6 : 5);
    markup_add(sheet, store_format("%s by %s, owner afterwards: %s", row->cells[OWNER_EVENT],
                                   row->cells[OWNER_BY], row->cells[OWNER_AFTER]));
    sheet_format(sheet, "</title></circle><text x=\"%zu\" y=\"%zu\" text-anchor=\"middle\">", x,
                 y - 11);
    struct sheet word = {0};
    sheet_add_cut(&word, row->cells[OWNER_EVENT], 17);
    markup_add(sheet, word.data);
    sheet_add(sheet, "</text>\n");
}

void drawing_lanes(const struct owner_row *rows, size_t n, struct sheet *sheet) {
    struct lanes lanes = {0};
    size_t of_step[MOST_STEPS], first = n > MOST_STEPS ? n - MOST_STEPS : 0;
    if (!n)
        return;
    n -= first;
    rows += first;
    for (size_t i = 0; i < n; i++)
        of_step[i] = lane_of(&lanes, rows[i].cells[OWNER_THREAD]);
    size_t width = MARGIN + n * STEP, height = y_of(lanes.n - 1) + 16;
    sheet_format(
        sheet,
        "<div class=\"scroll\" tabindex=\"0\"><svg role=\"img\" aria-label=\"%zu steps on %s\" "
        "width=\"%zu\" height=\"%zu\">\n",
        n, sheet_counted(lanes.n, "thread"), width, height);
    lane_lines(&lanes, width, sheet);
    sheet_add(sheet, "<path class=\"way\" d=\"");
    for (size_t i = 0; i < n; i++)
        sheet_format(sheet, "%c%zu %zu", i ? 'L' : 'M', MARGIN + i * STEP + STEP / 2,
                     y_of(of_step[i]));
    sheet_add(sheet, "\"/>\n");
    for (size_t i = 0; i < n; i++)
        step(&rows[i], MARGIN + i * STEP + STEP / 2, y_of(of_step[i]), i + 1 == n, sheet);
    sheet_add(sheet, "</svg></div>\n");
}

static double height_of(int64_t live, int64_t most) {
    return HEIGHT - INSET - (double)live * (HEIGHT - 2 * INSET) / (double)(most > 0 ? most : 1);
}

void drawing_growth(const struct finding *group, struct sheet *sheet) {
    size_t n = group->n_samples;
    int64_t most = 0;
    struct sheet label = {0};
    if (n < 2)
        return;
    for (size_t i = 0; i < n; i++) {
        most = group->samples[i] > most ? group->samples[i] : most;
        sheet_format(&label, "%s%lld", i ? ", " : "", (long long)group->samples[i]);
    }
    const char *grows = !strcmp(group->trend, "grows") ? " grows" : "";
    double apart = (double)(WIDTH - 2 * INSET) / (double)(n - 1);
    sheet_format(
        sheet,
        "<svg role=\"img\" width=\"%d\" height=\"%d\" aria-label=\"alive when 1, 2, 4, .. "
        "were made, then at the end: %s\"><title>alive when 1, 2, 4, .. were made, then at "
        "the end: %s</title><path class=\"growth%s\" d=\"",
        WIDTH, HEIGHT, label.data, label.data, grows);
    for (size_t i = 0; i < n; i++)
        sheet_format(sheet, "%c%.1f %.1f", i ? 'L' : 'M', INSET + (double)i * apart,
                     height_of(group->samples[i], most));
    sheet_format(sheet, "\"/><circle class=\"end%s\" cx=\"%d\" cy=\"%.1f\" r=\"2.5\"/></svg>",
                 grows, WIDTH - INSET, height_of(group->samples[n - 1], most));
}
