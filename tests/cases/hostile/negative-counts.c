/* Counts, lengths and offsets below zero, and the largest there are.
 *
 * expect: negative-length error producer libproducer.so at export x2
 * expect: children-null error producer libproducer.so at export x2
 * seen: 4 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include "producer.h"

int main(void) {
    const int64_t values[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 8};
    for (int i = 0; i < 4; i++) {
        struct ArrowArray array, made;
        struct ArrowArray *children[1] = {NULL};
        produce_array(&made, 4, RELEASE_CLEARS);
        made.length = made.null_count = made.offset = made.n_buffers = made.n_children = values[i];
        made.children = children;
        export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.release(&array);
    }
    return 0;
}
