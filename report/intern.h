/* intern: strings that are kept once and for ever, so that equal ones have equal addresses.
 *
 * Locks: LOCK_STACK, a leaf. Memory: our arena, never freed. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_INTERN_H
#define REPORT_INTERN_H

#include "report/base/base.h"

/** The kept copy of length bytes plus a NUL; NULL when memory is spent. */
const char *intern_string(const char *string, size_t length);

#endif
