/* leak: what is still alive when the process ends, in groups by where it was made and who held it
 * last. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_LEAK_H
#define TRACKER_LEAK_H

#include "tracker/checks/judge.h"

/**
 * Judge every live object and say what is found.
 *
 * @end        the event of the process's end; its object is filled in for each
 * @is_within  of tracker_ops
 * @return     false when the list of objects could not be had
 */
bool leak_tell(const struct judged *end, bool (*is_within)(const struct object *object));

#endif
