/* Zero, as it should be; what lies behind the struct is none of ours.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

int main(void) {
    struct {
        struct ArrowDeviceArray array;
        char behind[64];
    } memory;
    memset(&memory, 0xaa, sizeof(memory));
    export_device_array(some_device_array(4, 1, RELEASE_GOOD), &memory.array, NULL);
    memory.array.array.release(&memory.array.array);
    return 0;
}
