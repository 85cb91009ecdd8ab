/* More nulls than rows, as in a slice that kept the number of the whole; and fewer than -1.
 *
 * expect: null-count-range error producer libproducer.so at export x2
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const int64_t counts[] = {5, -2};
    for (int i = 0; i < 2; i++) {
        struct ArrowArray array, made;
        produce_array(&made, 4, RELEASE_GOOD);
        made.null_count = counts[i];
        export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.release(&array);
    }
    return 0;
}
