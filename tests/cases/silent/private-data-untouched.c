/* Arrow C++, ADBC and sparrow read private_data of a struct they have given away: it stays theirs.
 *
 * expect: nothing
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    struct ArrowArrayStream stream, source;
    produce_struct(&made, 4, 2, RELEASE_GOOD);
    produce_stream(&source, 1, STREAM_GOOD);
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    export_stream(verbatim(&source, sizeof(source)), &stream);
    int changed = array.private_data != made.private_data || array.children != made.children ||
                  array.buffers != made.buffers || stream.private_data != source.private_data;
    array.release(&array);
    stream.release(&stream);
    return changed;
}
