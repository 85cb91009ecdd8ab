/* On the CPU -1 and 0; any number where only a driver knows, or nobody.
 *
 * expect: nothing
 * seen: 6 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const struct {
        int32_t type;
        int64_t id;
    } devices[] = {{1, -1}, {1, 0}, {2, 0}, {2, 3}, {4, 12345}, {8, -1}};
    for (int i = 0; i < 6; i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, devices[i].type, RELEASE_GOOD);
        made.device_id = devices[i].id;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL);
        array.array.release(&array.array);
    }
    return 0;
}
