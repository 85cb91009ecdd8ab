/* alive: the structures that were alive when a signal ended the process or asked for a snapshot. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ALIVE_H
#define RENDER_ALIVE_H

#include "report/render/format.h"

/** A heading and a row for each, children left out; nothing when none was alive. */
void alive_table(const struct report *report, struct sheet *sheet);

/** A signal asked for what there is so far. */
bool alive_is_asked_for(const struct report *report);

#endif
