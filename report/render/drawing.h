/* drawing: the small pictures of a page: who had an object when, and how a leak grew. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_DRAWING_H
#define RENDER_DRAWING_H

#include "report/render/owner.h"

/** A lane a thread, the steps from left to right, the last one marked; nothing for none. */
void drawing_lanes(const struct owner_row *rows, size_t n, struct sheet *sheet);

/** How many lived, over how many were made, in powers of two; nothing where it is not known. */
void drawing_growth(const struct finding *group, struct sheet *sheet);

#endif
