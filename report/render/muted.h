/* muted: what a text report says of suppressions: used, unused and expired ones, and lines for new
 * ones. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MUTED_H
#define RENDER_MUTED_H

#include "report/render/format.h"

/** Is there a suppression that should go from its file? */
bool muted_has_news(const struct report *report);

/** What was suppressed by what, and what should go from the files. */
void muted_list(const struct report *report, struct sheet *sheet);

/** With print_suppressions: a line for a file of suppressions for each finding printed. */
void muted_ready_lines(const struct report *report, struct sheet *sheet);

#endif
