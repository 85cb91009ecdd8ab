/* On each device whose events are known by a pointer, to a handle or an object, it leads nowhere.
 *
 * expect: event-bad-pointer error producer libproducer.so at export x9
 * seen: 9 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static const int32_t types[] = {2, 3, 4, 7, 8, 10, 11, 13, 14};
    for (unsigned i = 0; i < sizeof(types) / sizeof(*types); i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, types[i], RELEASE_GOOD);
        made.sync_event = (void *)64;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.array.release(&array.array);
    }
    return 0;
}
