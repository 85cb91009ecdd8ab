/* muted: what a text report says of suppressions. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/muted.h"

#include "report/render/advice.h"
#include "report/render/facts.h"
#include "report/render/store.h"

#include <string.h>

#define TEXT 10 /* the column that paragraphs stand in */
#define HANG "          "

static bool has_expired(const struct suppression *suppression) {
    return suppression->is_expired && !suppression->is_known;
}

bool muted_has_news(const struct report *report) {
    for (size_t i = 0; i < report->suppressions->n; i++) {
        const struct suppression *suppression = &report->suppressions->list[i];
        if (suppress_is_unused(suppression) || has_expired(suppression))
            return true;
    }
    return false;
}

/* "  unused  nothing was found for FILE:LINE: SLUG fun:NAME" */
static void row(const struct suppression *suppression, const char *name, const char *what,
                struct sheet *sheet) {
    const char *reason = suppression->n_matched ? store_format(" -- %s", suppression->reason) : "";
    sheet_format(sheet, "  %s", name);
    sheet_tab(sheet, TEXT);
    sheet_wrap(sheet,
               store_format("%s %s: %s%s", what, suppression->place, suppression->text, reason),
               HANG);
    sheet_add(sheet, "\n");
}

void muted_list(const struct report *report, struct sheet *sheet) {
    bool is_empty = true;
    for (size_t i = 0; i < report->suppressions->n; i++) {
        const struct suppression *one = &report->suppressions->list[i];
        if (one->n_matched)
            row(one, "muted", store_format("%s by", sheet_counted(one->n_matched, "finding")),
                sheet);
        else if (suppress_is_unused(one))
            row(one, "unused", "nothing was found for", sheet);
        else if (has_expired(one))
            row(one, "expired", store_format("after %s:", one->until), sheet);
        else
            continue;
        is_empty = false;
    }
    sheet_add(sheet, is_empty ? "" : "\n");
}

void muted_ready_lines(const struct report *report, struct sheet *sheet) {
    const char *last = "";
    if (!report->settings->report.print_suppressions)
        return;
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        const struct finding *finding = report->verdict->printed[i];
        struct sheet line = {0}, reason = {0};
        sheet_add_path(&line, advice_suppression(finding));
        if (!strcmp(line.data, last))
            continue;
        last = line.data;
        sheet_add_foreign(&reason, finding->message);
        sheet_format(sheet, "%s reason:%s\n", line.data, advice_in_quotes(reason.data));
    }
    sheet_add(sheet, *last ? "\n" : "");
}
