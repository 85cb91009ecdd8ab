/* A schema, a stream and a device array whose callbacks forget it.
 *
 * expect: release-not-cleared error producer libproducer.so at schema by releases.h:keeps
 * expect: release-not-cleared error producer libproducer.so at stream by streams.h:release
 * expect: release-not-cleared error producer libproducer.so at device-array by releases.h:keeps
 * expect: release-not-cleared error producer libproducer.so at device-stream by streams.h:release
 * seen: 1 array, 1 schema, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowSchema schema;
    export_schema(some_schema("u", "name", RELEASE_KEEPS_RELEASE), &schema);
    schema.release(&schema); // <- schema

    struct ArrowArrayStream stream;
    export_stream(some_stream(1, STREAM_KEEPS_RELEASE), &stream);
    stream.release(&stream); // <- stream

    struct ArrowDeviceArray device;
    export_device_array(some_device_array(4, 1, RELEASE_KEEPS_RELEASE), &device, NULL);
    device.array.release(&device.array); // <- device-array

    struct ArrowDeviceArrayStream devices;
    export_device_stream(some_device_stream(1, 1, STREAM_KEEPS_RELEASE), &devices);
    devices.release(&devices); // <- device-stream
    return 0;
}
