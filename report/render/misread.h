/* misread: plants (plant.h) of the checks of buffers: their bytes are read or written wrongly. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MISREAD_H
#define RENDER_MISREAD_H

#include "report/render/plant.h"

/** All of them; their number in *n. */
const struct plant *misread_plants(size_t *n);

#endif
