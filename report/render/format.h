/* format: the shapes of a report. A new one is one file with one function, and its row here. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FORMAT_H
#define RENDER_FORMAT_H

#include "report/render/settings.h"
#include "report/render/sheet.h"
#include "report/render/verdict.h"

/** One process, read and judged. */
struct report {
    const struct process *process;
    const struct options *settings;
    const struct verdict *verdict;
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
