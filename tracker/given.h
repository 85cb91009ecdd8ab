/* given: sizes of buffers that the program itself gave (arrowdev_check_buffer_extent).
 *
 * Locks: LOCK_GIVEN. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_GIVEN_H
#define TRACKER_GIVEN_H

#include "report/base/base.h"

/** So many bytes lie at this buffer; 0 takes it back. */
void given_note(const void *buffer, uint64_t size);

/** The size that was given for a buffer, else the one that was computed. */
uint64_t given_size(const void *buffer, uint64_t computed);

#endif
