/* The end of a stream, or a call that had nothing to give, leaves a released struct: a program that
 * hands it on to who takes or looks at batches says the same to them. What stood there before was
 * moved out or released as it should be.
 *
 * expect: nothing
 * file: ends.declare
 * options: declare=ends.declare
 * seen: 6 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "own.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk = {0};
    int rows = 0;
    export_stream(some_stream(3, STREAM_GOOD), &stream);
    do {
        stream.get_next(&stream, &chunk);
        rows += (int)own_look(&chunk);
    } while (own_take_some(&chunk));
    stream.release(&stream);
    for (int left = 3; left >= 0; left--) {
        own_next(left, &chunk);
        own_look(&chunk);
        own_take_some(&chunk);
    }
    printf("%d rows\n", rows);
    return 0;
}
