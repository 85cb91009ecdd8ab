/* loop: takes batches from the producer 20 frames deep, sums them, releases them.
 *
 * loop ROWS ITERATIONS [typed]   typed: with the schema, which isolating wants */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/producer.h"

static int64_t sum_column(const struct ArrowArray *column) {
    const unsigned char *valid = column->buffers[0];
    const int64_t *values = column->buffers[1];
    int64_t sum = 0;
    for (int64_t i = 0; i < column->length; i++)
        sum += (valid[i / 8] >> (i % 8) & 1) * values[i];
    return sum;
}

static bool is_typed;

static int64_t take(int64_t n_rows) {
    struct ArrowArray batch;
    struct ArrowSchema schema;
    void *status;
    producer_export(&status, &n_rows, &batch, is_typed ? &schema : NULL);
    int64_t sum = 0;
    for (int64_t i = 0; i < batch.n_children; i++)
        sum += sum_column(batch.children[i]);
    batch.release(&batch);
    if (is_typed)
        schema.release(&schema);
    return sum;
}

__attribute__((noinline)) static int64_t descend(int depth, int64_t n_rows) {
    if (depth == 0)
        return take(n_rows);
    int64_t sum = descend(depth - 1, n_rows);
    __asm__ volatile("" ::: "memory"); /* no tail call: the frame stays */
    return sum;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    is_typed = argc > 3;
    int64_t n_rows = atoll(argv[1]), sum = 0;
    for (int64_t i = atoll(argv[2]); i > 0; i--)
        sum += descend(20, n_rows);
    printf("%lld\n", (long long)sum);
    return 0;
}
