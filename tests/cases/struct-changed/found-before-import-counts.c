/* A program shortens an array and gives it away: what is said of the counts that do not fit is said
 * once, and not again at the taker's release.
 *
 * expect: n-buffers-mismatch error caller main at given
 * file: taken.declare
 * options: declare=taken.declare
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_array(4, RELEASE_CLEARS), &array, &schema);
    schema.release(&schema);
    array.n_buffers = 1;
    own_take(&array); // <- given
    return 0;
}
