/* No event on the CPU, events where there are some, and where the producer says what they are.
 *
 * expect: nothing
 * seen: 6 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static void *event;
    const int32_t types[] = {1, 2, 3, 10, 12, 13};
    for (int i = 0; i < 6; i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, types[i], RELEASE_GOOD);
        made.sync_event = types[i] == 1 ? NULL : &event;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL);
        array.array.release(&array.array);
    }
    return 0;
}
