/* annotate: lines that CI shows beside the source. GitHub's workflow commands have the shape
 * "::error file=F,line=L,col=C,title=T::message". */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/annotate.h"

#include "report/render/advice.h"
#include "report/render/facts.h"
#include "report/render/focus.h"

#include <string.h>

/* Between commas and colons those two are data as well. */
static void add_data(struct sheet *sheet, const char *text, bool is_property) {
    struct sheet clean = {0};
    sheet_add(&clean, "");
    sheet_add_path(&clean, text);
    for (text = clean.data; *text; text++)
        if (strchr(is_property ? "%:," : "%", *text))
            sheet_format(sheet, "%%%02X", (unsigned char)*text);
        else
            sheet_format(sheet, "%c", *text);
}

static void line(const struct finding *finding, struct sheet *sheet) {
    static const char *const commands[] = {"notice", "notice", "warning", "error"};
    struct spot place;
    bool has_place = focus_of(finding, &place) && place.file;
    sheet_format(sheet, "::%s ", commands[finding->severity]);
    if (has_place) {
        sheet_add(sheet, "file=");
        add_data(sheet, place.file, true);
        if (place.line > 0)
            sheet_format(sheet, ",line=%d", place.line);
        if (place.line > 0 && place.column > 0)
            sheet_format(sheet, ",col=%d", place.column);
        sheet_add(sheet, ",");
    }
    sheet_format(sheet, "title=%s::", finding->check->slug);
    add_data(sheet, finding->message, false);
    const char *fix = advice_fix(finding);
    if (*fix) {
        sheet_add(sheet, "%0A");
        add_data(sheet, fix, false);
    }
    sheet_add(sheet, "\n");
}

void annotate_lines(const struct report *report, struct sheet *sheet) {
    if (strcmp(report->settings->report.annotate, "github") != 0)
        return;
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        facts_begin();
        line(report->verdict->printed[i], sheet);
        facts_end();
    }
}
