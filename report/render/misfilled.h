/* misfilled: plants (plant.h) of the checks of contents: what stands in buffers makes no sense. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MISFILLED_H
#define RENDER_MISFILLED_H

#include "report/render/plant.h"

/** All of them; their number in *n. */
const struct plant *misfilled_plants(size_t *n);

#endif
