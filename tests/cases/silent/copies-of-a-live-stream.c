/* ADBC and DuckDB keep bitwise copies of a live stream that are never released, and read through
 * them.
 *
 * expect: nothing
 * seen: 3 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, copies[2];
    struct ArrowArray array;
    int chunks = 0;
    export_stream(some_stream(3, STREAM_CHECKS_ITSELF), &stream);
    copies[0] = stream;
    copies[1] = stream;
    struct ArrowArrayStream *readers[] = {&stream, &copies[0], &copies[1]};
    for (int i = 0; i < 3; i++) {
        chunks += readers[i]->get_next(readers[i], &array) == 0 && array.release;
        array.release(&array);
    }
    printf("%d chunks\n", chunks);
    stream.release(&stream);
    return 0;
}
