/* producer: exports a record batch of 4 int64 columns with null bitmaps, by the name that Arrow
 * C++'s bridge has for it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/producer.h"

#include <stdlib.h>
#include <string.h>

enum { N_COLUMNS = 4 };

struct column {
    struct ArrowArray array;
    const void *buffers[2];
};

struct batch {
    const void *buffers[1];
    struct ArrowArray *children[N_COLUMNS];
    struct column columns[N_COLUMNS];
};

static void release_column(struct ArrowArray *array) {
    free((void *)array->buffers[0]);
    free((void *)array->buffers[1]);
    array->release = NULL;
}

static void release_batch(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    free(array->private_data);
    array->release = NULL;
}

/* Every eleventh number is missing: bit for bit, as a producer has it from its data. */
static int64_t fill(int64_t *values, unsigned char *valid, int64_t n_rows, int64_t seed) {
    int64_t n_valid = 0;
    for (int64_t first = 0; first < n_rows; first += 8) {
        unsigned bits = 0;
        for (int64_t i = first; i < n_rows && i < first + 8; i++) {
            unsigned is_valid = (uint64_t)(seed + i) % 11 != 0;
            values[i] = is_valid ? seed + i : 0;
            bits |= is_valid << (i - first);
            n_valid += is_valid;
        }
        valid[first / 8] = (unsigned char)bits;
    }
    return n_rows - n_valid;
}

static void make(struct column *column, int64_t n_rows, int64_t seed) {
    unsigned char *valid = malloc((size_t)(n_rows + 7) / 8);
    int64_t *values = malloc((size_t)n_rows * sizeof(*values));
    column->buffers[0] = valid;
    column->buffers[1] = values;
    column->array = (struct ArrowArray){.length = n_rows,
                                        .null_count = fill(values, valid, n_rows, seed),
                                        .n_buffers = 2,
                                        .buffers = column->buffers,
                                        .release = release_column};
}

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    free(schema->private_data);
    schema->release = NULL;
}

/* Four columns of int64, as the batch has them. */
static void make_schema(struct ArrowSchema *out) {
    struct {
        struct ArrowSchema *children[N_COLUMNS];
        struct ArrowSchema columns[N_COLUMNS];
    } *all = calloc(1, sizeof(*all));
    for (int i = 0; i < N_COLUMNS; i++) {
        all->columns[i] = (struct ArrowSchema){
            .format = "l", .name = "n", .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
        all->children[i] = &all->columns[i];
    }
    *out = (struct ArrowSchema){.format = "+s",
                                .name = "",
                                .n_children = N_COLUMNS,
                                .children = all->children,
                                .release = release_schema,
                                .private_data = all};
}

void *producer_export(void *status, const void *rows, struct ArrowArray *out,
                      struct ArrowSchema *schema) {
    struct batch *batch = calloc(1, sizeof(*batch));
    for (int i = 0; i < N_COLUMNS; i++) {
        make(&batch->columns[i], *(const int64_t *)rows, i);
        batch->children[i] = &batch->columns[i].array;
    }
    *out = (struct ArrowArray){.length = *(const int64_t *)rows,
                               .n_buffers = 1,
                               .n_children = N_COLUMNS,
                               .buffers = batch->buffers,
                               .children = batch->children,
                               .release = release_batch,
                               .private_data = batch};
    if (schema)
        make_schema(schema);
    *(void **)status = NULL;
    return status;
}
