/* An array on the CPU comes with an event.
 *
 * expect: event-unsupported warning producer libproducer.so at export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static int event;
    struct ArrowDeviceArray array, made;
    produce_device_array(&made, 4, 1, RELEASE_GOOD);
    made.sync_event = &event;
    export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
    array.array.release(&array.array);
    return 0;
}
