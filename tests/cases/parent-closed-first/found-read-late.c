/* A stream is read after the close of its handle: what comes of that call is no second fault.
 *
 * expect: parent-closed-first error consumer main at late before close
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
    own_close(&handle);               // <- close
    stream.get_next(&stream, &array); // <- late
    array.release(&array);
    stream.release(&stream);
    return 0;
}
