/* A failing import either released what it was given, or left it to the caller: both are seen.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowDeviceArray device;
    export_array(some_array(4, RELEASE_GOOD), &array, &schema);
    fake_manner = FAKE_REFUSES;
    printf("refused %d\n", import_array(&array, &schema) == NULL);
    if (array.release || schema.release)
        return 1;

    export_device_array(some_device_array(4, 2, RELEASE_GOOD), &device, &schema);
    fake_manner = FAKE_LEAVES;
    printf("left %d\n", import_device_array(&device, &schema) == NULL);
    device.array.release(&device.array);
    schema.release(&schema);
    return 0;
}
