/* focus: where a finding sends its reader. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/focus.h"

#include "report/render/demangle.h"
#include "report/render/store.h"

#include <string.h>

#define FUNCTION_MAX 56

bool focus_callback(const struct finding *finding, struct spot *spot) {
    bool is_python = finding->callback_file != NULL;
    if (!finding->callback || (!finding->callback_module && !is_python))
        return false;
    *spot = is_python ? trace_python(finding->process, finding->callback_file,
                                     finding->callback_function, finding->callback_line)
                      : trace_definition(finding->process, finding->callback_module,
                                         finding->callback_offset);
    return true;
}

const char *focus_callback_in_words(const struct finding *finding) {
    struct spot spot;
    if (!focus_callback(finding, &spot) || !spot.function)
        return finding->callback ? store_format("the %s callback", finding->callback)
                                 : "the callback";
    const char *function = demangle_shorten(spot.function, FUNCTION_MAX);
    return spot.line ? store_format("%s (%s)", function, trace_location(&spot)) : function;
}

const char *focus_struct_in_words(const struct finding *finding) {
    static const char *const words[] = {"schema", "stream"};
    struct spot spot;
    if (focus_callback(finding, &spot) && spot.first)
        return spot.first;
    for (size_t i = 0; finding->n_objects && i < sizeof words / sizeof *words; i++)
        if (strstr(finding->objects[0], words[i]))
            return words[i];
    return "array";
}

static const struct spot *place_of(const struct finding *finding, int stack) {
    return trace_place(trace_of(finding->process, finding->stacks[stack]));
}

static bool is_line_of_user(const struct spot *spot) {
    return spot && spot->owner == OWNER_USER && spot->line;
}

/* Before is then the call of the callback: what now has beyond it happened inside. */
static bool shows_inside(const struct finding *finding) {
    const struct spot *now = place_of(finding, STACK_NOW), *call = place_of(finding, STACK_BEFORE);
    return is_line_of_user(now) && call && strcmp(trace_point(now), trace_point(call)) != 0;
}

const struct spot *focus_earlier(const struct finding *finding) {
    const struct spot *now = place_of(finding, STACK_NOW);
    const struct spot *before = place_of(finding, STACK_BEFORE);
    bool is_users = now && now->owner == OWNER_LIBRARY && is_line_of_user(before) &&
                    *finding->who && !trace_is_library(finding->process, finding->who);
    return is_users ? before : NULL;
}

static const struct spot *of_stacks(const struct finding *finding) {
    static const int order[] = {STACK_NOW, STACK_ORIGIN, STACK_BEFORE};
    const struct spot *first = focus_earlier(finding), *now = place_of(finding, STACK_NOW);
    if (first)
        return first;
    if (now && now->owner <= OWNER_LIBRARY && !finding->is_group)
        return now;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct spot *place = place_of(finding, order[i]);
        if (place && (!first || place->owner < first->owner))
            first = place;
    }
    return first;
}

bool focus_of(const struct finding *finding, struct spot *spot) {
    if (focus_callback(finding, spot) && is_line_of_user(spot) && !shows_inside(finding))
        return true;
    const struct spot *place = of_stacks(finding);
    if (place)
        *spot = *place;
    return place != NULL;
}
