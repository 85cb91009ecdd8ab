/* element: which row and column a byte of a buffer belongs to, and what stands there, in words.
 *
 * Locks: none. Buffers are read by peek. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ELEMENT_H
#define TRACKER_ELEMENT_H

#include "tracker/object.h"
#include "tracker/type.h"

/** An array as far as its elements go; the buffers may be copies. */
struct element_array {
    const struct type *type;
    int64_t length, offset;
    const void *const *buffers;
    uint32_t n_buffers;
};

/** "price", "items.item", "word (dictionary)": the path of names from the root; "" for a root. */
void element_column(const struct object *object, char *to, size_t size);

/** The row, counted from the first of the array, that byte of buffer i belongs to; -1 for none. */
int64_t element_row(const struct element_array *array, uint32_t i, uint64_t byte);

/** "validity", "offsets", "values": what a buffer holds, by form. */
const char *element_buffer(const struct type *type, uint32_t i);

/** What stands in row `row` (counted from the buffer's start, not from `offset`) of a buffer whose
 * bytes begin at `bytes`: a number, true or false, else
 * the bytes in hexadecimal. "" where it can't be read. */
void element_value(const struct type *type, uint32_t i, const void *bytes, int64_t row, char *to,
                   size_t size);

/** The bytes of one element of buffer i; 0 where it has no size of its own (bits, data). */
uint32_t element_width(const struct type *type, uint32_t i);

#endif
