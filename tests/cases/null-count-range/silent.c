/* None, all, not counted; not counted without a bitmap; nulls in a batch's own struct.
 *
 * expect: nothing
 * seen: 4 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const int64_t counts[] = {0, 4, -1};
    static const char bitmap[8];
    const void *buffers[] = {bitmap};
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    for (int i = 0; i < 3; i++) {
        produce_array(&made, 4, RELEASE_GOOD);
        made.null_count = counts[i];
        export_array(verbatim(&made, sizeof(made)), &array, NULL);
        array.release(&array);
    }
    produce_struct(&made, 4, 2, RELEASE_GOOD);
    made.null_count = 4;
    made.buffers = buffers;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));
    return 0;
}
