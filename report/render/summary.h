/* summary: the last line: what was found, what was seen, what was missing, how it ended. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SUMMARY_H
#define RENDER_SUMMARY_H

#include "report/render/format.h"

/** "arrowdev_check: 2 errors, ..."; after the report, which opens the modules that it names. */
void summary_line(const struct report *report, struct sheet *sheet);

#endif
