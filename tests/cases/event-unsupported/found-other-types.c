/* VPI, WebGPU and Hexagon have no events that the interface knows.
 *
 * expect: event-unsupported warning producer libproducer.so at export x3
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static int event;
    const int32_t types[] = {9, 15, 16};
    for (unsigned i = 0; i < 3; i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, types[i], RELEASE_GOOD);
        made.sync_event = &event;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.array.release(&array.array);
    }
    return 0;
}
