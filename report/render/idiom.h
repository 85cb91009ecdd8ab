/* idiom: how the runtime of an array's device, or the user's language, says things: the rows of
 * fixes.def. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_IDIOM_H
#define RENDER_IDIOM_H

#include "report/render/facts.h"

/** What operations are put on: "stream", or the runtime's own word. */
const char *idiom_stream(const struct finding *finding);

/** The fixes that the finding may have, from 0, the fittest first; NULL beyond the last. */
const char *idiom_fix(const struct finding *finding, unsigned n);

#endif
