/* DLPack knows 5 and 6, Arrow does not; 0 was never set. A stream says so before its chunks.
 *
 * expect: device-type-unknown warning producer libproducer.so at array x3
 * expect: device-type-unknown warning producer libproducer.so at stream
 * seen: 3 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowDeviceArrayStream stream;
    const int32_t types[] = {5, 0, -2};
    for (int i = 0; i < 3; i++) {
        struct ArrowDeviceArray array;
        export_device_array(some_device_array(4, types[i], RELEASE_GOOD), &array, NULL); // <- array
        array.array.release(&array.array);
    }
    export_device_stream(some_device_stream(0, 17, STREAM_GOOD), &stream); // <- stream
    stream.release(&stream);
    return 0;
}
