/* A stream around another one that is watched as well hands on what that gives; the isolate mode
 * asks it for the schema that its consumer never asks for.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 2 arrays, 1 schema, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "around.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream inner, around, outer;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_GOOD), &inner);
    around_fill(&inner, &around);
    export_stream(verbatim(&around, sizeof(around)), &outer);
    while (outer.get_next(&outer, &array) == 0 && array.release)
        array.release(&array);
    outer.release(&outer);
    return 0;
}
