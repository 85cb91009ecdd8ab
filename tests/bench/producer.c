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

static void fill(struct column *column, int64_t n_rows, int64_t seed) {
    size_t n_bytes = (size_t)(n_rows + 7) / 8;
    unsigned char *valid = malloc(n_bytes);
    int64_t *values = malloc((size_t)n_rows * sizeof(*values));
    memset(valid, 0xfb, n_bytes);
    for (int64_t i = 0; i < n_rows; i++)
        values[i] = seed + i;
    column->buffers[0] = valid;
    column->buffers[1] = values;
    column->array = (struct ArrowArray){.length = n_rows,
                                        .null_count = -1,
                                        .n_buffers = 2,
                                        .buffers = column->buffers,
                                        .release = release_column};
}

void *producer_export(void *status, const void *rows, struct ArrowArray *out,
                      struct ArrowSchema *schema) {
    struct batch *batch = calloc(1, sizeof(*batch));
    for (int i = 0; i < N_COLUMNS; i++) {
        fill(&batch->columns[i], *(const int64_t *)rows, i);
        batch->children[i] = &batch->columns[i].array;
    }
    *out = (struct ArrowArray){.length = *(const int64_t *)rows,
                               .n_buffers = 1,
                               .n_children = N_COLUMNS,
                               .buffers = batch->buffers,
                               .children = batch->children,
                               .release = release_batch,
                               .private_data = batch};
    *(void **)status = NULL;
    return status;
}
