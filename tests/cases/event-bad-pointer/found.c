/* An array on Vulkan whose sync_event leads nowhere, in a process without a runtime of a device.
 *
 * expect: event-bad-pointer error producer libproducer.so at export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowDeviceArray array, made;
    produce_device_array(&made, 4, 7, RELEASE_GOOD);
    made.sync_event = (void *)64;
    export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
    array.array.release(&array.array);
    return 0;
}
