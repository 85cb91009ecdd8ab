/* Every value of the table.
 *
 * expect: nothing
 * seen: 14 arrays, 14 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const int32_t types[] = {1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    for (int i = 0; i < 14; i++) {
        struct ArrowDeviceArray array;
        struct ArrowDeviceArrayStream stream;
        export_device_array(some_device_array(4, types[i], RELEASE_GOOD), &array, NULL);
        array.array.release(&array.array);
        export_device_stream(some_device_stream(0, types[i], STREAM_GOOD), &stream);
        stream.release(&stream);
    }
    return 0;
}
