/* markup: text in XML and HTML. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MARKUP_H
#define RENDER_MARKUP_H

#include "report/render/sheet.h"

/** Text from anywhere, in an element or between quotes: markup is escaped, and what XML cannot hold
 * or a reader would not see as it is (control characters, no UTF-8) is written as \x1b. */
void markup_add(struct sheet *sheet, const char *text);

/** The same for lines of ours: newlines stay. */
void markup_add_lines(struct sheet *sheet, const char *text);

/** ' name="text"' */
void markup_attribute(struct sheet *sheet, const char *name, const char *text);

#endif
