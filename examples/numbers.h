/* numbers: an Arrow array of int64 made by hand, for the examples.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef EXAMPLES_NUMBERS_H
#define EXAMPLES_NUMBERS_H

#include <stdint.h>
#include <stdlib.h>

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

/* What the array owns: the list of buffers, no validity, the values. */
struct numbers {
    const void *buffers[2];
    int64_t values[8];
};

static inline void numbers_release(struct ArrowArray *array) {
    free(array->private_data);
    array->release = NULL;
}

static inline void numbers_schema_release(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static inline void numbers_schema(struct ArrowSchema *schema) {
    schema->format = "l";
    schema->name = "numbers";
    schema->metadata = NULL;
    schema->flags = schema->n_children = 0;
    schema->children = NULL;
    schema->dictionary = NULL;
    schema->release = numbers_schema_release;
    schema->private_data = NULL;
}

static inline void numbers_fill(struct ArrowArray *array, int64_t length) {
    struct numbers *numbers = (struct numbers *)calloc(1, sizeof(*numbers));
    numbers->buffers[1] = numbers->values;
    array->length = length;
    array->null_count = array->offset = array->n_children = 0;
    array->n_buffers = 2;
    array->buffers = numbers->buffers;
    array->children = NULL;
    array->dictionary = NULL;
    array->release = numbers_release;
    array->private_data = numbers;
}

#endif
