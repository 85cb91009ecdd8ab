/* An array of each device type that there is, and each is released twice.
 *
 * expect: double-release error consumer main at again before once x14
 * seen: 14 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static const int32_t types[] = {1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    for (unsigned i = 0; i < sizeof(types) / sizeof(*types); i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, types[i], RELEASE_GOOD);
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL);
        void (*release)(struct ArrowArray *) = array.array.release;
        release(&array.array); // <- once
        release(&array.array); // <- again
    }
    return 0;
}
