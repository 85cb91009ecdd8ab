/* line: the members. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/line.h"

void line_begin(struct text *line, const char *kind) {
    text_add(line, "{\"k\":");
    text_add_json(line, kind);
}

void line_end(struct text *line) {
    text_add(line, "}\n");
}

void line_name(struct text *line, const char *name) {
    text_add(line, ",\"");
    text_add(line, name);
    text_add(line, "\":");
}

void line_text(struct text *line, const char *name, const char *value) {
    line_name(line, name);
    text_add_json(line, value);
}

void line_int(struct text *line, const char *name, int64_t value) {
    line_name(line, name);
    text_add_int(line, value);
}

void line_uint(struct text *line, const char *name, uint64_t value) {
    line_name(line, name);
    text_add_uint(line, value);
}

void line_hex(struct text *line, const char *name, uint64_t value) {
    line_name(line, name);
    text_add(line, "\"");
    text_add_hex(line, value);
    text_add(line, "\"");
}

void line_bool(struct text *line, const char *name, bool value) {
    line_name(line, name);
    text_add(line, value ? "true" : "false");
}

void line_comma(struct text *line, bool is_first) {
    if (!is_first)
        text_add(line, ",");
}

void line_python(struct text *line, const struct stack_frame *frame) {
    text_add_json(line, frame->file);
    text_add(line, ",");
    text_add_json(line, frame->function);
    text_add(line, ",");
    text_add_uint(line, frame->line);
}
