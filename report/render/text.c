/* text: the report for a person: a compiler's line, then labelled paragraphs in a fixed order.
 *
 * On a program's stderr all of ours can be told from its own lines. Outside of a report each of
 * our lines begins with "arrowdev_check". A report begins with "arrowdev_check: report of " and
 * ends with the last line, "arrowdev_check: 1 error, 0 warnings, 0 suppressed (...", so this takes
 * us out of a file that holds both:
 *
 *     sed -e '/^arrowdev_check: report of .*:$/,/^arrowdev_check: .* suppressed (/d' \
 *         -e '/^arrowdev_check/d' */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/advice.h"
#include "report/render/alive.h"
#include "report/render/copies.h"
#include "report/render/demangle.h"
#include "report/render/fingerprint.h"
#include "report/render/focus.h"
#include "report/render/format.h"
#include "report/render/frames.h"
#include "report/render/isolated.h"
#include "report/render/leaks.h"
#include "report/render/muted.h"
#include "report/render/opening.h"
#include "report/render/owner.h"
#include "report/render/store.h"
#include "report/render/streams.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>

#define TEXT         10 /* the column that paragraphs stand in */
#define HANG         "          "
#define GAP          "        "
#define TYPE_MAX     64
#define FUNCTION_MAX 56

/* Ten blanks, or a label in them. */
static void label(struct sheet *sheet, const char *name) {
    sheet_add(sheet, "  ");
    if (*name)
        sheet_colour(sheet, COLOUR_BOLD);
    sheet_add(sheet, name);
    if (*name)
        sheet_colour(sheet, COLOUR_NONE);
    sheet_tab(sheet, TEXT);
}

static void labelled(struct sheet *sheet, const char *name, const char *text) {
    label(sheet, name);
    sheet_wrap(sheet, text, HANG);
    sheet_add(sheet, "\n");
}

static void first_line(const struct finding *finding, struct sheet *sheet) {
    static const enum colour colours[] = {COLOUR_NONE, COLOUR_CYAN, COLOUR_MAGENTA, COLOUR_RED};
    struct spot place;
    bool has_place = focus_of(finding, &place);
    sheet_colour(sheet, COLOUR_BOLD);
    sheet_add_path(sheet, has_place ? trace_point(&place) : finding->process->exe_name);
    if (has_place && place.file && place.line && place.column)
        sheet_format(sheet, ":%d", place.column);
    sheet_add(sheet, ": ");
    sheet_colour(sheet, COLOUR_NONE);
    sheet_colour(sheet, colours[finding->severity]);
    sheet_format(sheet, "%s: ", catalogue_severity_name(finding->severity));
    sheet_colour(sheet, COLOUR_NONE);
    sheet_add_foreign(sheet, finding->message);
    sheet_format(sheet, " [%s]\n", finding->check->slug);
}

static void bytes(struct sheet *sheet, const struct object *object) {
    if (object->bytes_host > 0) {
        sheet_add(sheet, "  ");
        sheet_add_bytes(sheet, (uint64_t)object->bytes_host);
        sheet_add(sheet, " host");
    }
    if (object->bytes_device > 0) {
        sheet_add(sheet, "  ");
        sheet_add_bytes(sheet, (uint64_t)object->bytes_device);
        sheet_add(sheet, " on ");
        sheet_add_path(sheet, object->device ? object->device : "device");
    }
}

static void kind_and_type(struct sheet *sheet, const struct object *object) {
    sheet_add(sheet, "  ");
    sheet_add_foreign(sheet, object->kind);
    if (!object->type)
        return;
    sheet_add(sheet, "  ");
    sheet_add_cut(sheet, object->type, TYPE_MAX);
}

/* The name that the program gave it. */
static void own_name(struct sheet *sheet, const struct object *object) {
    if (!object->name)
        return;
    sheet_add(sheet, " '");
    sheet_add_foreign(sheet, object->name);
    sheet_add(sheet, "'");
}

static void one_object(struct sheet *sheet, const struct process *process,
                       const struct object *object) {
    sheet_add_foreign(sheet, process_name_of(process, object->id));
    own_name(sheet, object);
    kind_and_type(sheet, object);
    if (object->length >= 0)
        sheet_format(sheet, "  %s", sheet_counted((uint64_t)object->length, "row"));
    bytes(sheet, object);
    if (object->parent) {
        sheet_add(sheet, "  child of ");
        sheet_add_path(sheet, process_name_of(process, object->parent));
    }
    sheet_add(sheet, "\n");
}

/* A note of a group that has more objects than it names says which: "array#4 to array#252". */
static bool names_objects(const struct finding *finding) {
    return finding->is_group && finding->live > (int64_t)finding->n_objects && *finding->note;
}

static void group_objects(const struct finding *finding, struct sheet *sheet) {
    const struct process *process = finding->process;
    if (names_objects(finding))
        sheet_add_foreign(sheet, process_name_of(process, finding->note));
    for (size_t i = 0; i < finding->n_objects && !names_objects(finding); i++)
        sheet_add_path(sheet, store_format("%s%s", i ? ", " : "",
                                           process_name_of(process, finding->objects[i])));
    const struct object *object =
        finding->n_objects ? facts_object(process, finding->objects[0]) : NULL;
    if (object)
        kind_and_type(sheet, object);
    sheet_add(sheet, "\n");
}

static void what(const struct finding *finding, struct sheet *sheet) {
    if (finding->is_group && finding->n_objects != 1) {
        label(sheet, "what");
        group_objects(finding, sheet);
        return;
    }
    for (size_t i = 0; i < finding->n_objects; i++) {
        const struct object *object = facts_object(finding->process, finding->objects[i]);
        label(sheet, i ? "" : "what");
        if (object) {
            one_object(sheet, finding->process, object);
            continue;
        }
        sheet_add_path(sheet, process_name_of(finding->process, finding->objects[i]));
        sheet_add(sheet, "\n");
    }
}

/* Of many processes: which. */
static void where(const struct finding *finding, struct sheet *sheet) {
    const char *text = "";
    if (finding->n_others)
        text =
            store_format("%sin %s (%s)",
                         finding->is_group ? store_format("%lld ", (long long)finding->live) : "",
                         sheet_counted(finding->n_others + 1, "process"), tree_names_of(finding));
    else if (finding->process->is_one_of_many)
        text = store_format("in %s", tree_person(finding->process));
    bool fits = sheet_column(sheet) + strlen("      ") + strlen(text) <= SHEET_WIDTH;
    sheet_format(sheet, "%s%s\n", !*text ? "" : fits ? "      " : "\n" HANG, text);
}

/* Whose fault, and which function of his: "producer (libprod.so: release_batch batch.c:12)" */
static void guilty(const struct finding *finding, struct sheet *sheet) {
    struct spot callback;
    bool has_callback = focus_callback(finding, &callback);
    sheet_add_path(sheet, finding->blame);
    if (!*finding->who && !has_callback)
        return;
    const char *module = !has_callback     ? finding->who
                         : callback.module ? callback.module->name
                                           : NULL;
    sheet_add(sheet, " (");
    if (module)
        sheet_add_foreign(sheet, trace_module(finding->process, module));
    if (has_callback) {
        const char *line = trace_short(&callback);
        sheet_add(sheet, module ? ": " : "");
        sheet_add_foreign(sheet, demangle_shorten(trace_function(&callback), FUNCTION_MAX));
        sheet_add_path(sheet, store_format("%s%s", *line ? " " : "", line));
    }
    sheet_add(sheet, ")");
}

/* "4 times (2 arrays, 2 schemas)" */
static void times(const struct finding *finding, struct sheet *sheet) {
    sheet_add(sheet, sheet_counted((uint64_t)finding->count, "time"));
    if (!finding->kinds[1].word)
        return;
    for (size_t i = 0; i < sizeof finding->kinds / sizeof *finding->kinds; i++)
        if (finding->kinds[i].word)
            sheet_format(sheet, "%s%s", i ? ", " : " (",
                         sheet_counted((uint64_t)finding->kinds[i].count, finding->kinds[i].word));
    sheet_add(sheet, ")");
}

static void who(const struct finding *finding, struct sheet *sheet) {
    label(sheet, "who");
    if (strcmp(finding->blame, "none")) {
        guilty(finding, sheet);
        sheet_add(sheet, "      ");
    }
    sheet_add_path(sheet, finding->certainty);
    if (finding->is_group) {
        sheet_add(sheet, " at exit      ");
        sheet_add_path(sheet, finding->trend);
        sheet_add(sheet,
                  !strcmp(finding->trend, "grows") ? " with the work: a leak, not a cache" : "");
    } else {
        sheet_add(sheet, "      ");
        times(finding, sheet);
    }
    where(finding, sheet);
    /* With a history it stands there, beside the step that it belongs to. */
    if (*finding->note && !names_objects(finding) && (finding->is_group || !finding->n_events))
        labelled(sheet, "", owner_shorten(finding->note));
}

/* A group has no step that broke the rule, only a last one that kept it. */
static void held(const struct finding *finding, struct sheet *sheet) {
    const struct object *object =
        finding->n_objects ? facts_object(finding->process, finding->objects[0]) : NULL;
    const char *address =
        object && object->n_places ? object->places[object->n_places - 1].address : NULL;
    const struct spot *place = trace_place(trace_of(finding->process, finding->stacks[STACK_NOW]));
    if (!address && !place)
        return;
    label(sheet, "held");
    sheet_add_path(sheet, store_format("last seen at %s", address ? owner_shorten(address) : ""));
    if (place) {
        sheet_add(sheet, address ? " (" : "");
        sheet_add_path(sheet, trace_location(place));
        sheet_add(sheet, address ? ")" : "");
    }
    sheet_add(sheet, ", never touched after\n");
}

/* What prints as one above it does is not printed again. */
static void stack(const struct frames stacks[FINDING_STACKS], size_t s, size_t column,
                  struct sheet *sheet) {
    static const char *const names[] = {"now", "before", "origin"};
    size_t same = 0;
    while (same < s && !frames_are_equal(&stacks[same], &stacks[s]))
        same++;
    if (same < s && stacks[s].n) {
        label(sheet, names[s]);
        sheet_format(sheet, "as %s\n", names[same]);
        return;
    }
    for (size_t i = 0; i < stacks[s].n; i++) {
        label(sheet, i ? "" : names[s]);
        frames_print(&stacks[s].entries[i], column, sheet);
    }
}

static void stacks(const struct finding *finding, struct sheet *sheet) {
    struct frames frames[FINDING_STACKS] = {0};
    size_t n = 0;
    for (int s = 0; s < FINDING_STACKS; s++) {
        if (!(finding->is_group && s == STACK_NOW))
            frames[s] = frames_of(trace_of(finding->process, finding->stacks[s]));
        n += frames[s].n;
    }
    size_t column = frames_column(frames, FINDING_STACKS, TEXT);
    if (!finding->is_group && n)
        sheet_add(sheet, "\n");
    for (int s = 0; s < FINDING_STACKS; s++)
        stack(frames, s, column, sheet);
    if (!finding->is_group)
        sheet_add(sheet, "\n");
}

static void spec(const struct check *check, struct sheet *sheet) {
    label(sheet, "spec");
    sheet_add(sheet, catalogue_clause(check));
    sheet_format(sheet, "%s%s\n", *check->document ? ", " : "",
                 *check->document ? check->level : "");
    labelled(sheet, "", check->says);
    if (*check->address)
        sheet_format(sheet, HANG "%s\n", catalogue_url(check));
}

static void advice(const struct finding *finding, struct sheet *sheet) {
    const char *fix = advice_fix(finding);
    if (*fix)
        labelled(sheet, "fix", fix);
    label(sheet, "more");
    struct sheet mute = {0};
    sheet_add(&mute, "mute: ");
    sheet_add_path(&mute, advice_suppression(finding));
    sheet_add(&mute, " reason:\"..\"");
    sheet_format(sheet, "arrowdev-check explain %s", finding->check->slug);
    bool fits = sheet_column(sheet) + strlen(GAP) + sheet_width(mute.data) <= SHEET_WIDTH;
    sheet_format(sheet, "%s%s\n", fits ? GAP : "\n" HANG, mute.data);
    if (finding->is_group)
        sheet_format(sheet, HANG "group fingerprint %s\n", fingerprint_of(finding));
}

/* Said once a check, below its last finding that is printed. */
static void rest(const struct report *report, size_t printed, struct sheet *sheet) {
    const struct verdict *verdict = report->verdict;
    const struct check *check = verdict->printed[printed]->check;
    for (size_t i = printed + 1; i < verdict->n_printed; i++)
        if (verdict->printed[i]->check == check)
            return;
    unsigned n = verdict_unprinted(verdict, report->tree, report->settings, check);
    if (n)
        sheet_format(sheet,
                     HANG "%u more %s %s only counted (max_reports_per_check, max_reports)\n", n,
                     check->slug, n == 1 ? "is" : "are");
}

void text_finding(const struct finding *finding, struct sheet *sheet) {
    facts_begin();
    first_line(finding, sheet);
    if (!finding->is_group)
        sheet_add(sheet, "\n");
    what(finding, sheet);
    who(finding, sheet);
    if (finding->is_group)
        held(finding, sheet);
    else if (!streams_table(finding, sheet))
        owner_table(finding, sheet);
    stacks(finding, sheet);
    spec(finding->check, sheet);
    advice(finding, sheet);
    facts_end();
}

/* What the tool could not see or do; NULL for nothing. */
static const char *limits_of(const struct tree *tree) {
    struct sheet list = {0};
    json_t *limits = tree_limits(tree), *limit;
    size_t i;
    json_array_foreach(limits, i, limit)
        sheet_format(&list, "%s%s", i ? "; " : "", json_string_value(limit));
    json_decref(limits);
    return list.data;
}

/* Where nothing was seen, what could not be may be the reason. */
static bool says_limits(const struct report *report) {
    bool is_unexercised = !strcmp(report->verdict->word, "not-exercised");
    return report->verdict->n_printed || report->settings->report.verbosity > 0 ||
           (is_unexercised && report->tree->n_unwatched);
}

static void findings(const struct report *report, struct sheet *sheet) {
    bool has_table = false;
    for (size_t i = 0; i < report->verdict->n_printed; i++) {
        if (report->verdict->printed[i]->is_group && !has_table)
            leaks_table(report, sheet);
        has_table = has_table || report->verdict->printed[i]->is_group;
        text_finding(report->verdict->printed[i], sheet);
        rest(report, i, sheet);
        sheet_add(sheet, "\n");
    }
}

void text_render(const struct report *report, struct sheet *sheet) {
    const struct options *settings = report->settings;
    const char *ends = opening_ends(report);
    const char *limits = says_limits(report) ? limits_of(report->tree) : NULL;
    const char *isolated = isolated_sentence(report->tree);
    bool has_copies = copies_of(report->tree).n_places > 0;
    bool is_wanted = *ends || report->verdict->n_printed || limits || isolated || has_copies ||
                     alive_is_asked_for(report);
    if (!is_wanted && !muted_has_news(report))
        return;
    if (!settings->report.quiet)
        opening_heading(report, sheet);
    sheet_add(sheet, ends);
    findings(report, sheet);
    alive_table(report, sheet);
    copies_table(report, sheet);
    muted_list(report, sheet);
    muted_ready_lines(report, sheet);
    if (isolated)
        labelled(sheet, "isolated", isolated);
    if (limits)
        labelled(sheet, "limits", limits);
    if (isolated || limits)
        sheet_add(sheet, "\n");
}
