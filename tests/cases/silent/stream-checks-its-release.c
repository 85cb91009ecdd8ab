/* The ADBC driver manager compares `release` with its own function in all four callbacks and
 * answers EINVAL when it is another one.
 *
 * expect: nothing
 * seen: 3 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "consumer.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    export_stream(some_stream(3, STREAM_CHECKS_ITSELF), &stream);
    printf("schema %d\n", stream.get_schema(&stream, &schema));
    schema.release(&schema);
    printf("%ld rows\n", (long)consumer_read(&stream));
    stream.release(&stream);
    return 0;
}
