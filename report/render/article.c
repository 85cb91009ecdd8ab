/* article: one finding as a page shows it: what text says of it, with whole stacks and a picture of
 * its object's way. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/article.h"

#include "report/render/advice.h"
#include "report/render/chart.h"
#include "report/render/drawing.h"
#include "report/render/facts.h"
#include "report/render/fingerprint.h"
#include "report/render/focus.h"
#include "report/render/markup.h"
#include "report/render/store.h"
#include "report/render/streams.h"
#include "report/render/suppress.h"
#include "report/render/trace.h"
#include "report/render/tree.h"

#include <string.h>

static void element(struct sheet *sheet, const char *begin, const char *text, const char *end) {
    sheet_add(sheet, begin);
    markup_add(sheet, text);
    sheet_add(sheet, end);
}

static const char *place_of(const struct finding *finding) {
    struct spot place;
    if (!focus_of(finding, &place))
        return finding->process->exe_name;
    const char *point = trace_point(&place);
    return place.file && place.line && place.column ? store_format("%s:%d", point, place.column)
                                                    : point;
}

static void summary(const struct finding *finding, struct sheet *sheet) {
    sheet_format(sheet, "<summary><span class=\"severity\">%s</span> ",
                 catalogue_severity_name(finding->severity));
    element(sheet, "", finding->message, "");
    sheet_format(sheet, " <span class=\"tag\">%s</span>", finding->check->slug);
    if (finding->count > 1)
        sheet_format(sheet, " <span class=\"tag\">%s</span>",
                     sheet_counted((uint64_t)finding->count, "time"));
    if (finding->suppressed_by)
        sheet_add(sheet, " <span class=\"tag\">suppressed</span>");
    element(sheet, "<span class=\"place\">", place_of(finding), "</span></summary>\n");
}

/* Without a name it is one more of the same. */
static void row(struct sheet *sheet, const char *name, const char *text) {
    if (*name)
        sheet_format(sheet, "<dt>%s</dt>", name);
    element(sheet, "<dd>", text, "</dd>\n");
}

static const char *object_text(const struct process *process, const char *id) {
    const struct object *object = facts_object(process, id);
    struct sheet text = {0};
    sheet_add(&text, process_name_of(process, id));
    if (!object)
        return text.data;
    if (object->name)
        sheet_format(&text, " '%s'", object->name);
    sheet_format(&text, "  %s  %s", object->kind, object->type ? object->type : "");
    if (object->length >= 0)
        sheet_format(&text, "  %s", sheet_counted((uint64_t)object->length, "row"));
    if (object->bytes_host > 0) {
        sheet_add(&text, "  ");
        sheet_add_bytes(&text, (uint64_t)object->bytes_host);
        sheet_add(&text, " host");
    }
    if (object->bytes_device > 0) {
        sheet_add(&text, "  ");
        sheet_add_bytes(&text, (uint64_t)object->bytes_device);
        sheet_format(&text, " on %s", object->device ? object->device : "device");
    }
    if (object->parent)
        sheet_format(&text, "  child of %s", process_name_of(process, object->parent));
    return text.data;
}

static const char *who_text(const struct finding *finding) {
    struct sheet text = {0};
    sheet_add(&text, strcmp(finding->blame, "none") ? finding->blame : "nobody");
    if (*finding->who)
        sheet_format(&text, " (%s)", trace_module(finding->process, finding->who));
    if (finding->callback)
        sheet_format(&text, ": %s", focus_callback_in_words(finding));
    sheet_format(&text, "; %s", finding->certainty);
    if (finding->is_group)
        sheet_format(&text, " at exit, %s", finding->trend);
    return text.data;
}

static void facts(const struct finding *finding, struct sheet *sheet) {
    const char *fix = advice_fix(finding);
    sheet_add(sheet, "<dl>\n");
    for (size_t i = 0; i < finding->n_objects; i++)
        row(sheet, i ? "" : "what", object_text(finding->process, finding->objects[i]));
    row(sheet, "who", who_text(finding));
    if (*finding->note)
        row(sheet, "note", finding->note);
    if (*fix)
        row(sheet, "fix", fix);
    if (finding->process->is_one_of_many)
        row(sheet, "where",
            finding->n_others ? store_format("processes %s", tree_names_of(finding))
                              : tree_person(finding->process));
    if (finding->suppressed_by)
        row(sheet, "suppressed",
            store_format("%s (%s)", finding->suppressed_by->reason, finding->suppressed_by->place));
    sheet_add(sheet, "</dl>\n");
}

static void owners(const struct finding *finding, struct sheet *sheet) {
    size_t n;
    const struct owner_row *rows = owner_rows(finding, &n);
    if (!n)
        return;
    sheet_add(sheet, "<h3>Who owned it when</h3>\n");
    drawing_lanes(rows, n, sheet);
    sheet_add(sheet, "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    for (int c = 0; c < OWNER_COLUMNS; c++)
        sheet_format(sheet, "<th scope=\"col\"%s>%s</th>", c ? "" : " class=\"number\"",
                     owner_heads[c]);
    sheet_add(sheet, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n; i++) {
        sheet_add(sheet, i + 1 == n && !finding->is_group ? "<tr class=\"culprit\">" : "<tr>");
        for (int c = 0; c < OWNER_COLUMNS; c++)
            element(sheet, c ? "<td class=\"mono\">" : "<td class=\"number mono\">",
                    rows[i].cells[c], "</td>");
        sheet_add(sheet, "</tr>\n");
    }
    sheet_add(sheet, "</tbody></table></div>\n");
}

/* What stands in a step's columns: time, thread, call, stream, and what it is there. */
static void device_step(const struct streams_step *step, bool is_last, struct sheet *sheet) {
    const struct event *event = step->event;
    const char *cells[] = {step->thread, step->host, step->stream ? step->stream : "",
                           step->deed ? step->deed : ""};
    sheet_format(sheet, "<tr%s><td class=\"number mono\">%lld.%03d</td>",
                 is_last ? " class=\"culprit\"" : "", (long long)(event->t_us / 1000),
                 (int)(event->t_us % 1000));
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        element(sheet, "<td class=\"mono\">", cells[c], "</td>");
    sheet_add(sheet, "</tr>\n");
}

/* False where none of it was on a stream. */
static bool streams(const struct finding *finding, struct sheet *sheet) {
    static const char *const heads[] = {"thread", "call", "stream", "what it is there"};
    size_t n;
    const struct streams_step *steps = streams_steps(finding, &n);
    if (!n)
        return false;
    sheet_add(sheet, "<h3>What was ordered after what</h3>\n");
    chart_add(finding, steps, n, sheet);
    sheet_add(sheet,
              "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>"
              "<th scope=\"col\" class=\"number\">ms</th>");
    for (size_t c = 0; c < sizeof heads / sizeof *heads; c++)
        sheet_format(sheet, "<th scope=\"col\">%s</th>", heads[c]);
    sheet_add(sheet, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n; i++)
        device_step(&steps[i], i + 1 == n, sheet);
    sheet_add(sheet, "</tbody></table></div>\n");
    return true;
}

static void frame(const struct spot *spot, struct sheet *sheet) {
    sheet_format(sheet, "<li%s>", spot->owner == OWNER_USER ? "" : " class=\"library\"");
    element(sheet, "", trace_function(spot), "");
    if (spot->function && (spot->file || spot->module))
        element(sheet, " &mdash; ", trace_where(spot), "");
    sheet_add(sheet, spot->is_inlined ? " (inlined)" : spot->is_python ? " (python)" : "");
    sheet_add(sheet, "</li>\n");
}

static void stack(const struct finding *finding, int which, struct sheet *sheet) {
    static const char *const names[] = {"Now", "Before", "Origin"};
    const struct trace *trace = trace_of(finding->process, finding->stacks[which]);
    if (!trace->n)
        return;
    sheet_format(sheet, "<h3>%s</h3>\n<ol class=\"stack\" start=\"0\">\n",
                 finding->is_group && which == STACK_NOW ? "Last seen" : names[which]);
    for (size_t i = 0; i < trace->n; i++)
        if (!trace->spots[i].is_hidden)
            frame(&trace->spots[i], sheet);
    sheet_add(sheet, "</ol>\n");
}

static void advice(const struct finding *finding, struct sheet *sheet) {
    const struct check *check = finding->check;
    const char *url = catalogue_url(check);
    sheet_add(sheet, "<dl>\n<dt>rule</dt><dd>");
    element(sheet, "", check->says, " <span class=\"faint\">");
    if (*url)
        sheet_format(sheet, "<a href=\"%s\">", url);
    element(sheet, "", catalogue_clause(check), *url ? "</a>" : "");
    sheet_format(sheet, "%s%s</span></dd>\n", *check->document ? ", " : "",
                 *check->document ? check->level : "");
    sheet_format(sheet, "<dt>more</dt><dd><code>arrowdev-check explain %s</code></dd>\n",
                 check->slug);
    element(sheet, "<dt>mute</dt><dd><code>",
            store_format("%s reason:\"..\"", advice_suppression(finding)), "</code></dd>\n");
    element(sheet, "<dt>fingerprint</dt><dd><code>", fingerprint_of(finding), "</code></dd>\n");
    sheet_add(sheet, "</dl>\n");
}

void article_add(const struct finding *finding, bool first, struct sheet *sheet) {
    const char *severity = catalogue_severity_name(finding->severity);
    facts_begin();
    sheet_format(sheet,
                 "<details class=\"finding %s%s\" id=\"finding-%lld\" data-severity=\"%s\" "
                 "data-check=\"%s\"%s>\n",
                 severity, finding->suppressed_by ? " suppressed" : "", (long long)finding->number,
                 severity, finding->check->slug, first ? " open" : "");
    summary(finding, sheet);
    sheet_add(sheet, "<div>\n");
    facts(finding, sheet);
    if (!streams(finding, sheet))
        owners(finding, sheet);
    for (int which = 0; which < FINDING_STACKS; which++)
        stack(finding, which, sheet);
    advice(finding, sheet);
    sheet_add(sheet, "</div>\n</details>\n");
    facts_end();
}
