/* The call stands in an inline function of a library whose sources were copied into the program:
 * the place to look at is where that is called.
 *
 * expect: double-release error consumer main at second before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

#line 354 "/usr/src/nanoarrow/common/inline_types.h"
static void ArrowArrayRelease(struct ArrowArray *array) {
    array->release(array);
}
#line 14 "tests/cases/double-release/found-through-copied-source.c"
int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    ArrowArrayRelease(&array); // <- first
    ArrowArrayRelease(&copy);  // <- second
    return 0;
}
