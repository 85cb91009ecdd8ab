/* One of each kind is forgotten, each at its own line.
 *
 * expect: never-released error last-holder main at schema
 * expect: never-released error last-holder main at stream
 * expect: never-released error last-holder main at chunk
 * expect: never-released error last-holder main at device-array
 * expect: never-released error last-holder main at device-stream
 * seen: 2 arrays, 1 schema, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    struct ArrowDeviceArray device;
    struct ArrowDeviceArrayStream devices;
    export_schema(some_schema("u", "name", RELEASE_GOOD), &schema); // <- schema
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    stream.get_next(&stream, &array);                                          // <- chunk
    stream.get_next(&stream, &array);                                          // <- stream
    export_device_array(some_device_array(4, 1, RELEASE_GOOD), &device, NULL); // <- device-array
    export_device_stream(some_device_stream(1, 1, STREAM_GOOD), &devices);     // <- device-stream
    return 0;
}
