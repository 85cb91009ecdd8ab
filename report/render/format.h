/* format: the shapes of a report. A new one is one file with one function, and its row here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FORMAT_H
#define RENDER_FORMAT_H

#include "report/base/options.h"
#include "report/render/sheet.h"
#include "report/render/tree.h"
#include "report/render/verdict.h"

/** What was read and judged. */
struct report {
    const struct tree *tree;
    const struct options *settings;
    const struct verdict *verdict;
    const struct suppressions *suppressions;
    const struct ran *ran; /* the command that arrowdev-check run started, NULL for none */
};

/** Paragraphs for a person; the last line comes apart (summary.h), as it goes to stderr even when
 * the rest goes to a file. */
void text_render(const struct report *report, struct sheet *sheet);

/** report.schema.json */
void json_render(const struct report *report, struct sheet *sheet);

/* FORMAT(name, extension, function) */
#define FORMATS(FORMAT)                                                                            \
    FORMAT("text", "txt", text_render)                                                             \
    FORMAT("json", "json", json_render)

#endif
