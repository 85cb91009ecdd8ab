/* get_schema as well, of both kinds of stream; who then asks for the error does so as it failed.
 *
 * expect: call-on-released-stream error consumer main at schema
 * expect: call-on-released-stream error consumer main at device-schema
 * expect: call-on-released-stream error consumer main at device-next
 * seen: 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, copy;
    struct ArrowSchema schema;
    export_stream(some_stream(2, STREAM_GOOD), &stream);
    copy = stream;
    stream.release(&stream);
    int code = copy.get_schema(&copy, &schema); // <- schema
    printf("EINVAL %d\n", code == EINVAL);
    copy.get_last_error(&copy);

    struct ArrowDeviceArrayStream devices, devices_copy;
    struct ArrowDeviceArray array;
    export_device_stream(some_device_stream(2, 1, STREAM_GOOD), &devices);
    devices_copy = devices;
    devices.release(&devices);
    code = devices_copy.get_schema(&devices_copy, &schema); // <- device-schema
    printf("EINVAL %d\n", code == EINVAL);
    code = devices_copy.get_next(&devices_copy, &array); // <- device-next
    printf("EINVAL %d\n", code == EINVAL);
    return 0;
}
