/* alive: the structures that were alive when a signal ended the process. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ALIVE_H
#define RENDER_ALIVE_H

#include "report/render/format.h"

/** A heading and a row for each, children left out; nothing when none was alive. */
void alive_table(const struct report *report, struct sheet *sheet);

#endif
