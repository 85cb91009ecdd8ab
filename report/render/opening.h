/* opening: how a text report begins: whose it is, and which processes had an unusual end. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_OPENING_H
#define RENDER_OPENING_H

#include "report/render/format.h"

/** "arrowdev_check: report of etl (pid 4711):", one line, and an empty one. */
void opening_heading(const struct report *report, struct sheet *sheet);

/** Paragraphs on processes that a signal ended, and on records without an end; "" for none. */
const char *opening_ends(const struct report *report);

#endif
