/* A producer changes a value of a column while the consumer holds the batch.
 *
 * options: isolate=1
 * expect: buffer-written-while-held error producer libproducer.so at drop origin export
 * says: column price, row 2 of 3: 2.5 at the
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

int main(void) {
    static double prices[] = {0.5, 1.0, 1.5, 2.5};
    static int32_t offsets[] = {0, 1, 3, 3};
    struct lent price = {.format = "g",
                         .name = "price",
                         .rows = 3,
                         .offset = 1,
                         .n_buffers = 2,
                         .buffers = {NULL, prices}};
    struct lent word = {.format = "u",
                        .name = "word",
                        .rows = 3,
                        .n_buffers = 3,
                        .buffers = {NULL, offsets, "abc"}};
    struct lent lent = {
        .format = "+s", .rows = 3, .n_buffers = 1, .n_children = 2, .children = {&word, &price}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_batch(lend(&lent), &array, &schema); // <- export
    prices[3] = -1;
    printf("%g\n", ((const double *)array.children[1]->buffers[1])[1]);
    array.release(&array); // <- drop
    schema.release(&schema);
    return 0;
}
