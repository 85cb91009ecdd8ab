/* place: tells the user's frames from those of the software between. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/place.h"

#include "report/base/text.h"
#include "report/library.h"
#include "report/module.h"

/** Python's own library, but not what was installed beside it. */
static bool is_standard(const char *file) {
    return text_matches("<frozen *", file) ||
           (text_matches("*/lib/python3*", file) && !text_matches("*-packages/*", file));
}

/* A library speaks Arrow itself: the place of interest lies further out. */
static bool is_users(const struct stack_frame *frame) {
    if (!frame->pc)
        return !is_standard(frame->file) && !library_row(frame->file);
    const struct module *module = module_get(frame->module);
    return module && !module->is_system && !library_row(module->path);
}

void place_add_frame(struct text *text, const struct stack_frame *frame) {
    if (!frame->pc) {
        text_add(text, frame->file);
        text_add(text, ":");
        text_add_uint(text, frame->line);
        return;
    }
    const struct module *module = module_get(frame->module);
    text_add(text, module ? module->name : "code of no module");
    text_add(text, "+");
    text_add_hex(text, frame->pc - (module ? module->base : 0));
}

void place_add(struct text *text, stack_id stack) {
    unsigned n, at = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    while (at < n && !is_users(&frames[at]))
        at++;
    if (n > 0)
        place_add_frame(text, &frames[at < n ? at : 0]);
    else
        text_add(text, "an unknown place");
}
