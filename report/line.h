/* line: one JSON object, member by member, in a text; ends with a newline. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_LINE_H
#define REPORT_LINE_H

#include "report/base/text.h"
#include "report/stack.h"

/** `{"k":KIND` */
void line_begin(struct text *line, const char *kind);
void line_end(struct text *line);

/** `,"NAME":` and a value: a string or null, a number, an address in quotes, true or false. */
void line_text(struct text *line, const char *name, const char *value);
void line_int(struct text *line, const char *name, int64_t value);
void line_uint(struct text *line, const char *name, uint64_t value);
void line_hex(struct text *line, const char *name, uint64_t value);
void line_bool(struct text *line, const char *name, bool value);

/** `,"NAME":` alone, for values of several parts. */
void line_name(struct text *line, const char *name);

/** A comma before all but the first of a list. */
void line_comma(struct text *line, bool is_first);

/** A Python frame: "FILE","FUNCTION",LINE. */
void line_python(struct text *line, const struct stack_frame *frame);

#endif
