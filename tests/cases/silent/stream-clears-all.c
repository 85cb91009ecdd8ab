/* arrow-rs clears all four members: none of them may come back.
 *
 * expect: nothing
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    export_stream(some_stream(1, STREAM_CLEARS_ALL), &stream);
    stream.release(&stream);
    return stream.get_schema || stream.get_next || stream.get_last_error || stream.release;
}
