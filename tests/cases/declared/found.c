/* A double release that could not be seen without the declaration.
 *
 * expect: double-release error consumer main at second before first origin export
 * file: found.declare
 * options: declare=found.declare
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct ArrowArray array, copy;
    struct ArrowSchema schema;
    own_produce(0, 0.5, &array, &schema); // <- export
    schema.release(&schema);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    return 0;
}
