/* advice: what to do about a finding, in the user's own names. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/advice.h"

#include "report/render/focus.h"
#include "report/render/lane.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>

static const struct spot *place_of(const struct finding *finding, int stack) {
    return trace_place(trace_of(finding->process, finding->stacks[stack]));
}

/* {stream}, {before_stream}: in words; {its_stream}: as an argument. */
static const char *stream_called(const struct finding *finding, const char *name, size_t length) {
    if (length == strlen("stream") && !strncmp(name, "stream", length))
        return lane_in_words(finding->process, lane_now(finding));
    if (length == strlen("before_stream") && !strncmp(name, "before_stream", length))
        return lane_in_words(finding->process, lane_before(finding));
    if (length == strlen("its_stream") && !strncmp(name, "its_stream", length))
        return lane_in_code(lane_now(finding));
    return NULL;
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
    if (length == strlen("object") && !strncmp(name, "object", length))
        return finding->n_objects ? finding->objects[0] : NULL;
    if (length == strlen("callback") && !strncmp(name, "callback", length))
        return focus_callback_in_words(finding);
    if (length == strlen("struct") && !strncmp(name, "struct", length))
        return focus_struct_in_words(finding);
    const char *stream = stream_called(finding, name, length);
    if (stream)
        return stream;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != length || strncmp(names[i].name, name, length))
            continue;
        const struct spot *place = place_of(finding, names[i].stack);
        if (!place)
            return NULL;
        return names[i].is_place ? trace_point(place) : place->function;
    }
    return NULL;
}

const char *advice_fix(const struct finding *finding) {
    struct sheet sheet = {0};
    /* What a library holds is not for the user to release. */
    if (finding->is_group && trace_is_library(finding->process, finding->who))
        return "";
    sheet_add(&sheet, "");
    for (const char *text = finding->check->fix; *text;) {
        size_t plain = strcspn(text, "{");
        sheet_format(&sheet, "%.*s", (int)plain, text);
        text += plain;
        if (!*text)
            break;
        size_t length = strcspn(text + 1, "}");
        const char *name = meaning(finding, text + 1, length);
        if (!name)
            return "";
        sheet_add(&sheet, name);
        text += length + 2;
    }
    return sheet.data;
}

const char *advice_quoted(const char *value) {
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
    const struct spot *place = place_of(finding, STACK_NOW);
    if (!place)
        place = place_of(finding, STACK_ORIGIN);
    const char *slug = finding->check->slug;
    if (place && place->is_python)
        return store_format("%s py:%s", slug, advice_quoted(trace_short(place)));
    if (place && place->function)
        return store_format("%s fun:%s", slug, advice_quoted(place->function));
    if (place && place->module)
        return store_format("%s module:%s", slug, advice_quoted(place->module->name));
    return *finding->who ? store_format("%s module:%s", slug, advice_quoted(finding->who)) : slug;
}
