/* Schemas, streams, device arrays and device streams are told apart and judged alike.
 *
 * expect: double-release error consumer main at schema
 * expect: double-release error consumer main at stream
 * expect: double-release error consumer main at device-array
 * expect: double-release error consumer main at device-stream
 * seen: 1 array, 1 schema, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowSchema schema, schema_copy;
    export_schema(some_schema("u", "name", RELEASE_GOOD), &schema);
    schema_copy = schema;
    schema.release(&schema);
    schema_copy.release(&schema_copy); // <- schema

    struct ArrowArrayStream stream, stream_copy;
    export_stream(some_stream(2, STREAM_GOOD), &stream);
    stream_copy = stream;
    stream.release(&stream);
    stream_copy.release(&stream_copy); // <- stream

    struct ArrowDeviceArray device, device_copy;
    export_device_array(some_device_array(4, 1, RELEASE_GOOD), &device, NULL);
    device_copy = device;
    device.array.release(&device.array);
    device_copy.array.release(&device_copy.array); // <- device-array

    struct ArrowDeviceArrayStream devices, devices_copy;
    export_device_stream(some_device_stream(2, 1, STREAM_GOOD), &devices);
    devices_copy = devices;
    devices.release(&devices);
    devices_copy.release(&devices_copy); // <- device-stream
    return 0;
}
