/* A stream hands on what another one gave, less its first row: it may change what is its own now.
 *
 * expect: nothing
 * seen: 2 arrays, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "around.h"
#include "producer.h"

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    int status = around_get_next(self, out);
    if (status == 0 && out->release && out->length > 0) {
        out->offset++;
        out->length--;
        out->null_count = -1;
    }
    return status;
}

int main(void) {
    struct ArrowArrayStream inner, around, outer;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_GOOD), &inner);
    around_fill(&inner, &around);
    around.get_next = get_next;
    export_stream(verbatim(&around, sizeof(around)), &outer);
    while (outer.get_next(&outer, &array) == 0 && array.release)
        array.release(&array);
    outer.release(&outer);
    return 0;
}
