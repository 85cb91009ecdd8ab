/* Many quick calls take long together, none of them does alone.
 *
 * options: callback_timeout_ms=60000
 * expect: nothing
 * seen: 50 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "consumer.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    export_stream(some_stream(50, STREAM_GOOD), &stream);
    printf("%ld rows\n", (long)consumer_read(&stream));
    stream.release(&stream);
    return 0;
}
