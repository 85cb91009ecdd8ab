/* lanes: all that happened to one object, a lane for each thread. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LANES_H
#define RENDER_LANES_H

#include "report/render/sheet.h"
#include "report/render/tree.h"

/** The lanes of an object by its name, in each process that has one of that name when the name
 * leaves out the process. False when no record has it. */
bool lanes_print(const struct tree *tree, const char *name, struct sheet *sheet);

#endif
