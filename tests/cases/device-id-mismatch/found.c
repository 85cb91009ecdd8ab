/* An array on the CPU says that it lies on the eighth of them.
 *
 * expect: device-id-mismatch error producer libproducer.so at export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowDeviceArray array, made;
    produce_device_array(&made, 4, 1, RELEASE_GOOD);
    made.device_id = 7;
    export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
    array.array.release(&array.array);
    return 0;
}
