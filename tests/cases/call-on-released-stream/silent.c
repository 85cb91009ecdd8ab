/* Reading on after the end of a stream is legal, and so is asking for the schema again.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "consumer.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_stream(some_stream(2, STREAM_GOOD), &stream);
    printf("%ld rows\n", (long)consumer_read(&stream));
    for (int i = 0; i < 2; i++) {
        stream.get_next(&stream, &array);
        stream.get_schema(&stream, &schema);
        schema.release(&schema);
        printf("an array %d\n", array.release != NULL);
    }
    stream.release(&stream);
    return 0;
}
