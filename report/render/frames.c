/* frames: a stack as text prints it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/frames.h"

#include "report/render/demangle.h"

#include <string.h>

#define FUNCTION_MIN 21
#define FUNCTION_MAX 56

static bool is_folding(const struct spot *spot) {
    return spot->owner == OWNER_LIBRARY || spot->owner == OWNER_SYSTEM;
}

struct frames frames_of(const struct trace *trace) {
    const struct spot *place = trace_place(trace);
    bool folds = place && place->owner == OWNER_USER;
    struct frames frames = {0};
    unsigned number = 0;
    for (size_t i = 0; i < trace->n; i++) {
        const struct spot *spot = &trace->spots[i];
        struct entry *last = frames.n ? &frames.entries[frames.n - 1] : NULL;
        if (spot->is_hidden)
            continue;
        if (folds && last && is_folding(spot) && is_folding(last->spot))
            last->n_folded++;
        else if (frames.n == FRAMES_MOST)
            break;
        else
            frames.entries[frames.n++] = (struct entry){spot, number, 0};
        number++;
    }
    return frames;
}

static const char *function_of(const struct spot *spot) {
    return demangle_shorten(trace_function(spot), FUNCTION_MAX);
}

static bool is_equal(const struct entry *a, const struct entry *b) {
    return a->number == b->number && a->n_folded == b->n_folded &&
           a->spot->is_inlined == b->spot->is_inlined &&
           !strcmp(trace_function(a->spot), trace_function(b->spot)) &&
           !strcmp(trace_where(a->spot), trace_where(b->spot));
}

bool frames_are_equal(const struct frames *a, const struct frames *b) {
    size_t i = 0;
    while (i < a->n && i < b->n && is_equal(&a->entries[i], &b->entries[i]))
        i++;
    return i == a->n && i == b->n;
}

size_t frames_column(const struct frames *stacks, size_t n, size_t begin) {
    size_t widest = FUNCTION_MIN;
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < stacks[s].n; i++) {
            size_t width = sheet_width(function_of(stacks[s].entries[i].spot)) + 2;
            widest = width > widest ? width : widest;
        }
    return begin + strlen("#0 ") + widest;
}

/* The end of a path that is too long for its line. */
static void tail(struct sheet *sheet, const char *path, size_t width) {
    struct sheet printed = {0};
    sheet_add_path(&printed, path);
    size_t length = sheet_column(&printed);
    const char *rest = printed.data ? printed.data : "";
    if (length > width && width > 2) {
        sheet_add(sheet, "..");
        rest = sheet_skip(rest, length - width + 2);
    }
    sheet_add(sheet, rest);
}

void frames_print(const struct entry *entry, size_t column, struct sheet *sheet) {
    const struct spot *spot = entry->spot;
    struct sheet marks = {0};
    sheet_add(&marks, spot->is_inlined ? "  (inlined)" : spot->is_python ? "  (python)" : "");
    if (entry->n_folded)
        sheet_format(&marks, "  (+%s)", sheet_counted(entry->n_folded, "library frame"));
    sheet_format(sheet, "#%u ", entry->number);
    sheet_add_path(sheet, function_of(spot));
    if (spot->function && (spot->file || spot->module)) {
        sheet_tab(sheet, column);
        tail(sheet, trace_where(spot), SHEET_WIDTH - sheet_column(sheet) - marks.length);
    }
    sheet_format(sheet, "%s\n", marks.data);
}
