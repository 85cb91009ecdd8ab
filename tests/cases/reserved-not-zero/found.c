/* A chunk's reserved bytes are what the memory held before; each of the 24 counts.
 *
 * expect: reserved-not-zero warning producer libproducer.so at export x24
 * seen: 24 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    for (int i = 0; i < 24; i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, 2, RELEASE_GOOD);
        ((char *)made.reserved)[i] = 1;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.array.release(&array.array);
    }
    return 0;
}
