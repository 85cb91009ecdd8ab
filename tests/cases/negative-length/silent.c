/* Nothing in it, and nothing counted.
 *
 * expect: nothing
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    for (int64_t rows = 0; rows < 3; rows++) {
        struct ArrowArray array, made;
        produce_struct(&made, rows, rows, RELEASE_GOOD);
        made.null_count = -1;
        export_array(verbatim(&made, sizeof(made)), &array, NULL);
        array.release(&array);
    }
    return 0;
}
