/* misordered: plants (plant.h) of the checks of asynchronous streams. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MISORDERED_H
#define RENDER_MISORDERED_H

#include "report/render/plant.h"

/** All of them; their number in *n. */
const struct plant *misordered_plants(size_t *n);

#endif
