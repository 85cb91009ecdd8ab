/* get_last_error after an error is what it is for; the program sees the code and the message.
 *
 * expect: nothing
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_FAILS), &stream);
    stream.get_next(&stream, &array);
    array.release(&array);
    int code = stream.get_next(&stream, &array);
    printf("EIO %d: %s\n", code == EIO, stream.get_last_error(&stream));
    stream.release(&stream);
    return 0;
}
