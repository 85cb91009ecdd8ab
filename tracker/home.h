/* home: whether the buffers that an array hands over lie where its type of device says.
 *
 * Memory that a runtime's calls made known is looked up; of other memory the adapter asks its
 * runtime. Threads: any; under no lock. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_HOME_H
#define TRACKER_HOME_H

#include "tracker/hold.h"

/**
 * How to see that an address lies in memory that no device knows of; each runtime says it, at its
 * set-up.
 *
 * @is_pageable  the type of device (ArrowDeviceType) is the runtime's, which has no part in this
 *               memory, and the host can read it; false too where that cannot be told
 */
void home_ask(bool (*is_pageable)(int32_t device_type, uintptr_t at));

/** NULL, or what memory the first buffer that lies elsewhere is in, for a sentence. */
const char *home_wrong(const struct object *array, const struct hold_given *given);

#endif
