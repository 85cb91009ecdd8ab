/* sink: a small consumer of Arrow arrays in C, with the fault that demo.py is about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
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

struct sink {
    struct ArrowArray kept[16];
    int n_kept;
};

void batch_drop(struct ArrowArray *batch) {
    if (batch->release)
        batch->release(batch);
}

struct sink *sink_new(void) {
    return calloc(1, sizeof(struct sink));
}

void sink_add(struct sink *sink, struct ArrowArray *batch) {
    /* The fault: now two structures own the batch. A move would end with batch->release = NULL. */
    sink->kept[sink->n_kept++] = *batch;
}

int64_t sink_total(const struct sink *sink) {
    int64_t total = 0;
    for (int i = 0; i < sink->n_kept; i++) {
        const struct ArrowArray *column = sink->kept[i].children[0];
        const int64_t *values = (const int64_t *)column->buffers[1] + column->offset;
        for (int64_t row = 0; row < column->length; row++)
            total += values[row];
    }
    return total;
}

void sink_close(struct sink *sink) {
    for (int i = 0; i < sink->n_kept; i++)
        sink->kept[i].release(&sink->kept[i]);
    free(sink);
}
