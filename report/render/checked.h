/* checked: whether a process could show a fault of a check at all, so that silence can be told from
 * blindness. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_CHECKED_H
#define RENDER_CHECKED_H

#include "report/render/process.h"

/** Why a check could not find anything in a process, NULL when it could. */
const char *checked_why_not(const struct process *process, const struct check *check);

#endif
