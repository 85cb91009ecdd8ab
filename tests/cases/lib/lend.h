/* lend: libproducer.so exports buffers that the case itself holds, of any type.
 *
 * The structs' content is never freed; release callbacks are RELEASE_GOOD's. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_LEND_H
#define CASES_LIB_LEND_H

#include "producer.h"

/** An array, what it is made of. */
struct lent {
    const char *format, *name;
    int64_t rows, offset, null_count;
    int64_t n_buffers;
    const void *buffers[6];
    int64_t n_children;
    const struct lent *children[4];
    const struct lent *dictionary;
};

/** As a source for the bridge's exports. One at a time: the next call makes another of it. */
const struct source *lend(const struct lent *lent);

/** The array alone, and the schema alone. */
void lend_array(const struct lent *lent, struct ArrowArray *out);
void lend_schema(const struct lent *lent, struct ArrowSchema *out);

#endif
