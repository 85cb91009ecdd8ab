/* store: memory of the program arrowdev-check. It runs for a moment and ends, so nothing kept here
 * is given back, and when there is no memory it says so and ends with EXIT_FAILURE. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_STORE_H
#define RENDER_STORE_H

#include <stddef.h>

/** Zeroed memory that stays. */
void *store_new(size_t size);

/** realloc() that succeeds. */
void *store_resize(void *memory, size_t size);

/** A copy of a string that stays; NULL stays NULL. */
char *store_string(const char *string);

/** Room for one more element of a growing array: STORE_ADD(items, n_items) = item; */
#define STORE_ADD(array, count)                                                                    \
    (*((array) = store_grow(array, count, sizeof *(array)), &(array)[(count)++]))

/** The array with room for element `count`; it doubles. */
void *store_grow(void *array, size_t count, size_t size);

/** Say that there is no memory, and end. */
_Noreturn void store_fail(void);

#endif
