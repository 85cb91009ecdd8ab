/* All chunks lie where the stream says, and the end of the stream lies nowhere.
 *
 * expect: nothing
 * seen: 2 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowDeviceArrayStream stream;
    struct ArrowDeviceArray array;
    export_device_stream(some_device_stream(2, 2, STREAM_GOOD), &stream);
    while (stream.get_next(&stream, &array) == 0 && array.array.release)
        array.array.release(&array.array);
    stream.release(&stream);
    return 0;
}
