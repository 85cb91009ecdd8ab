/* get_last_error after a success: useless, so a note.
 *
 * expect: last-error-without-error note consumer main at here
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_GOOD), &stream);
    stream.get_next(&stream, &array);
    stream.get_last_error(&stream); // <- here
    array.release(&array);
    stream.release(&stream);
    return 0;
}
