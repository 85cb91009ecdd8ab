/* format: the shapes of a report. A new one is one file with one function, and its
 * row in report/formats.def. */
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

/** A format: @sheet goes where the report goes. */
typedef void (*format_render)(const struct report *report, struct sheet *sheet);

/** Paragraphs for a person; the last line comes apart (summary.h), as it goes to stderr even when
 * the rest goes to a file. */
void text_render(const struct report *report, struct sheet *sheet);

/** A finding's paragraph, as text has it. */
void text_finding(const struct finding *finding, struct sheet *sheet);

/** report.schema.json */
void json_render(const struct report *report, struct sheet *sheet);

/** SARIF 2.1.0, within the limits that GitHub's code scanning has for a file. */
void sarif_render(const struct report *report, struct sheet *sheet);

/** XML as JUnit's Ant task made it and CI reads it. */
void junit_render(const struct report *report, struct sheet *sheet);

/** One page for a browser that needs nothing else. */
void html_render(const struct report *report, struct sheet *sheet);

/** A timeline in the Trace Event Format of Chrome, which Perfetto reads. */
void tracks_render(const struct report *report, struct sheet *sheet);

#endif
