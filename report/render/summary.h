/* summary: the last line: what was found, how much was seen, what was missing, how the process
 * ended. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SUMMARY_H
#define RENDER_SUMMARY_H

#include "report/render/format.h"

/** "arrowdev_check: 2 errors, ..."; to be made after the report, which opens the modules it names.
 */
void summary_line(const struct report *report, struct sheet *sheet);

#endif
