/* A declaration says that even the arrays belong to the handle: one is released after its close.
 *
 * expect: parent-closed-first error consumer main at release before close origin chunk
 * file: handle.declare
 * options: declare=handle.declare
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct own_handle handle = {0};
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    own_stream(&handle, &stream);
    stream.get_next(&stream, &array); // <- chunk
    stream.release(&stream);
    own_close(&handle);    // <- close
    array.release(&array); // <- release
    return 0;
}
