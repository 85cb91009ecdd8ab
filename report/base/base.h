/* base: the few words every file of ours shares, and the names that no file in the host process may
 * use.
 *
 * The floor knows nothing of Arrow or of who calls it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_BASE_H
#define REPORT_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* Before the poison below: their own declarations use the poisoned names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** In the .so everything is hidden by the compiler's flag; this marks the few names that are not.
 */
#define EXPORT __attribute__((visibility("default")))

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define LIKELY(x)     __builtin_expect(!!(x), 1)
#define UNLIKELY(x)   __builtin_expect(!!(x), 0)

/** No host allocator, no stdio, no environment outside the files that own them: those define
 * BASE_OWNS_HOST first. */
#ifndef BASE_OWNS_HOST
#pragma GCC poison malloc calloc realloc strdup printf fprintf sprintf snprintf getenv
#endif

#endif
