/* The second chunk of a CUDA stream lies on the host.
 *
 * expect: chunk-on-other-device error producer libproducer.so at second by streams.h:get_next
 * seen: 2 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowDeviceArrayStream stream;
    struct ArrowDeviceArray first, second;
    export_device_stream(some_device_stream(2, 2, STREAM_OTHER_DEVICE), &stream);
    stream.get_next(&stream, &first);
    stream.get_next(&stream, &second); // <- second
    first.array.release(&first.array);
    second.array.release(&second.array);
    stream.release(&stream);
    return 0;
}
