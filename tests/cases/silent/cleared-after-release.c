/* Arrow's helpers abort when `release` is still set after the call; Velox throws. It is NULL.
 *
 * expect: nothing
 * seen: 2 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    struct ArrowDeviceArray device;
    export_array(some_array(4, RELEASE_GOOD), &array, &schema);
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    export_device_array(some_device_array(4, 1, RELEASE_GOOD), &device, NULL);
    array.release(&array);
    schema.release(&schema);
    stream.release(&stream);
    device.array.release(&device.array);
    if (array.release || schema.release || stream.release || device.array.release)
        abort();
    return 0;
}
