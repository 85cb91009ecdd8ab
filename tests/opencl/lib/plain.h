/* plain: plain arrays over memory of the host. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_PLAIN_H
#define OPENCL_LIB_PLAIN_H

#include "tests/opencl/lib/stage.h"

static unsigned char plain_memory[SIZE] __attribute__((aligned(4096)));

struct plain {
    struct source source;
    const void *buffers[2];
    int64_t size;
};

static inline void plain_release(struct ArrowArray *array) {
    free(array->private_data);
    array->release = NULL;
}

static inline void plain_release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static inline bool plain_fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    struct plain *plain = (struct plain *)source;
    *schema = (struct ArrowSchema){.format = "C", .name = "", .release = plain_release_schema};
    *(struct ArrowArray *)out = (struct ArrowArray){.length = plain->size,
                                                    .n_buffers = 2,
                                                    .buffers = plain->buffers,
                                                    .release = plain_release,
                                                    .private_data = plain};
    return true;
}

/** An array of bytes is handed over. */
static inline void plain_give_at(const void *bytes, size_t size, struct ArrowArray *out) {
    struct plain *plain = malloc(sizeof(*plain));
    struct ArrowSchema schema;
    *plain = (struct plain){{plain_fill}, {NULL, bytes}, (int64_t)size};
    export_array(&plain->source, out, &schema); // <- give
    schema.release(&schema);
}

/** The same over a part of the memory. */
static inline void plain_give(size_t from, size_t size, struct ArrowArray *out) {
    plain_give_at(plain_memory + from, size, out);
}

#endif
