/* annotate: lines that CI shows beside the source: GitHub's workflow commands, one for each finding
 * that is printed. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ANNOTATE_H
#define RENDER_ANNOTATE_H

#include "report/render/format.h"

/** Each line begins with "::"; nothing unless the option `annotate` asks for it. */
void annotate_lines(const struct report *report, struct sheet *sheet);

#endif
