/* What was moved out of the array inside a device array is taken for the whole of it: refused.
 *
 * expect: use-after-move warning consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static struct ArrowDeviceArray device;
    export_array(some_array(4, RELEASE_GOOD), &device.array, NULL); // <- export
    struct fake_value *value = import_array(&device.array, NULL);   // <- first
    fake_manner = FAKE_LEAVES;
    import_device_array(&device, NULL); // <- second
    fake_drop(value);
    return 0;
}
