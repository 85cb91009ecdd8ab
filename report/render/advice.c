/* advice: what to do about a finding, in the user's own names. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/advice.h"

#include "report/render/focus.h"
#include "report/render/idiom.h"
#include "report/render/lane.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>

static const struct spot *place_of(const struct finding *finding, int stack) {
    return trace_place(trace_of(finding->process, finding->stacks[stack]));
}

static bool is_called(const char *name, size_t length, const char *word) {
    return length == strlen(word) && !strncmp(name, word, length);
}

/* Whether its record is among what the finding tells. */
static bool has_event(const struct finding *finding) {
    for (size_t i = 0; i < finding->n_events; i++) {
        const struct event *event = facts_event(finding->process, finding->events[i]);
        if (event && event->sync_event)
            return true;
    }
    return false;
}

/* {stream}, {before_stream}: in words; {its_stream}: as an argument; {sync_event}: where the array
 * has one that is known. */
static const char *stream_called(const struct finding *finding, const char *name, size_t length) {
    const char *word = idiom_stream(finding);
    if (is_called(name, length, "stream"))
        return lane_in_words(finding->process, lane_now(finding), word);
    if (is_called(name, length, "before_stream"))
        return lane_in_words(finding->process, lane_before(finding), word);
    if (is_called(name, length, "its_stream"))
        return lane_in_code(lane_now(finding), word);
    return is_called(name, length, "sync_event") && has_event(finding) ? "*sync_event" : NULL;
}

/* The code of a file that is in no function has a name that nobody would look for. */
static const char *function_in_words(const struct spot *place) {
    const char *slash = place->file ? strrchr(place->file, '/') : NULL;
    if (!place->is_python || !place->file || strcmp(place->function, "<module>") != 0)
        return place->function;
    return slash ? slash + 1 : place->file;
}

/* What a name between braces stands for, NULL when it is not known. */
static const char *meaning(const struct finding *finding, const char *name, size_t length) {
    static const struct {
        const char *name;
        int stack;
        bool is_place;
    } names[] = {
        {"now", STACK_NOW, false},       {"now_place", STACK_NOW, true},
        {"before", STACK_BEFORE, false}, {"before_place", STACK_BEFORE, true},
        {"origin", STACK_ORIGIN, false}, {"origin_place", STACK_ORIGIN, true},
    };
    if (is_called(name, length, "object"))
        return finding->n_objects ? finding->objects[0] : NULL;
    if (is_called(name, length, "callback"))
        return focus_callback_in_words(finding);
    if (is_called(name, length, "struct"))
        return focus_struct_in_words(finding);
    const char *stream = stream_called(finding, name, length);
    if (stream)
        return stream;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!is_called(name, length, names[i].name))
            continue;
        const struct spot *place = place_of(finding, names[i].stack);
        if (!place)
            return NULL;
        return names[i].is_place ? trace_point(place) : function_in_words(place);
    }
    return NULL;
}

/* NULL where a name in it is not known. */
static const char *fill_in(const struct finding *finding, const char *text) {
    struct sheet sheet = {0};
    sheet_add(&sheet, "");
    while (*text) {
        size_t plain = strcspn(text, "{");
        sheet_format(&sheet, "%.*s", (int)plain, text);
        text += plain;
        if (!*text)
            break;
        size_t length = strcspn(text + 1, "}");
        const char *name = meaning(finding, text + 1, length);
        if (!name)
            return NULL;
        sheet_add(&sheet, name);
        text += length + 2;
    }
    return sheet.data;
}

const char *advice_fix(const struct finding *finding) {
    const char *text, *fix = NULL;
    /* What a library holds is not for the user to release. */
    if (finding->is_group && trace_is_library(finding->process, finding->who))
        return "";
    for (unsigned n = 0; !fix && (text = idiom_fix(finding, n)) != NULL; n++)
        fix = fill_in(finding, text);
    return fix ? fix : "";
}

static const char *quoted(const char *value) {
    return *value && !strpbrk(value, " \t\"\\#") ? value : advice_in_quotes(value);
}

const char *advice_in_quotes(const char *value) {
    struct sheet sheet = {0};
    sheet_add(&sheet, "\"");
    for (; *value; value++)
        sheet_format(&sheet, strchr("\"\\", *value) ? "\\%c" : "%c", *value);
    sheet_add(&sheet, "\"");
    return sheet.data;
}

const char *advice_suppression(const struct finding *finding) {
    const struct spot *place = focus_earlier(finding);
    if (!place)
        place = place_of(finding, STACK_NOW);
    if (!place)
        place = place_of(finding, STACK_ORIGIN);
    const char *slug = finding->check->slug;
    if (place && place->is_python)
        return store_format("%s py:%s", slug, quoted(trace_short(place)));
    if (place && place->function)
        return store_format("%s fun:%s", slug, quoted(place->function));
    if (place && place->module)
        return store_format("%s module:%s", slug, quoted(place->module->name));
    return *finding->who ? store_format("%s module:%s", slug, quoted(finding->who)) : slug;
}
