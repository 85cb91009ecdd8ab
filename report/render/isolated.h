/* isolated: how many arrays' consumers were given copies (isolate), what was verified, what was
 * left alone and why: the sums of all processes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ISOLATED_H
#define RENDER_ISOLATED_H

#include "report/render/format.h"

/** activity.isolated of report.schema.json; NULL when no process isolated. */
json_t *isolated_sums(const struct tree *tree);

/** The same as a sentence of the text report; NULL when no process isolated. */
const char *isolated_sentence(const struct tree *tree);

#endif
