/* misshapen: plants (plant.h) of the checks of form: members of a struct that do not fit. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MISSHAPEN_H
#define RENDER_MISSHAPEN_H

#include "report/render/plant.h"

/** All of them; their number in *n. */
const struct plant *misshapen_plants(size_t *n);

#endif
