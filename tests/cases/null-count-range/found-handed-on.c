/* A stream hands on what another one gave, and spoils it on the way: its own callback is to be
 * mended, not the one that made it.
 *
 * expect: null-count-range error producer main at next by spoils
 * seen: 1 array, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "around.h"
#include "producer.h"

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) { // <- spoils
    int status = around_get_next(self, out);
    if (status == 0 && out->release)
        out->null_count = out->length + 1;
    return status;
}

int main(void) {
    struct ArrowArrayStream inner, around, outer;
    struct ArrowArray array;
    export_stream(some_stream(1, STREAM_GOOD), &inner);
    around_fill(&inner, &around);
    around.get_next = get_next;
    export_stream(verbatim(&around, sizeof(around)), &outer);
    while (outer.get_next(&outer, &array) == 0 && array.release) // <- next
        array.release(&array);
    outer.release(&outer);
    return 0;
}
