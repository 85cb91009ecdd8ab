/* store: memory of the program arrowdev-check. What is kept stays to the end; what is made between
 * store_begin() and store_end() is gone after it, so that a report of many findings takes no more
 * memory than one of a few. When there is no memory it says so and ends with EXIT_FAILURE. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_STORE_H
#define RENDER_STORE_H

#include <stdbool.h>
#include <stddef.h>

/** Before all else: jansson, too, ends like that. */
void store_init(void);

/** Zeroed memory. */
void *store_new(size_t size);

/** The same bytes with room for more, perhaps elsewhere. */
void *store_resize(void *memory, size_t old_size, size_t size);

/** A copy of a string; NULL stays NULL. */
char *store_string(const char *string);

/** As printf() would say it. */
char *store_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Room for one more element of a growing array: STORE_ADD(items, n_items) = item; */
#define STORE_ADD(array, count)                                                                    \
    (*((array) = store_grow(array, count, sizeof *(array)), &(array)[(count)++]))

/** The array with room for element `count`; it doubles. */
void *store_grow(void *array, size_t count, size_t size);

/** What is asked for from here on is gone after store_end(). Nested ones go with the outermost. */
void store_begin(void);
void store_end(void);

/** Between the two: what is made for a cache stays after all. Give what it returns to
 * store_keep_end(). */
bool store_keep_begin(void);
void store_keep_end(bool before);

/** Say that there is no memory, and end. */
_Noreturn void store_fail(void);

#endif
