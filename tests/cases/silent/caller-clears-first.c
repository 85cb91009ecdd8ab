/* Some callers take the callback out, set the field to NULL and call then: the field stays as it
 * is.
 *
 * expect: nothing
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    void (*release_array)(struct ArrowArray *) = array.release;
    void (*release_stream)(struct ArrowArrayStream *) = stream.release;
    array.release = NULL;
    stream.release = NULL;
    release_array(&array);
    release_stream(&stream);
    return array.release || stream.release;
}
