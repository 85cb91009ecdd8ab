/* Events that can be read, none, and one that only the producer knows how to read.
 *
 * expect: nothing
 * seen: 14 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static void *event;
    const struct {
        int32_t type;
        void *event;
    } given[] = {{2, &event}, {3, &event}, {10, &event}, {11, &event},    {13, &event},
                 {4, &event}, {7, &event}, {8, &event},  {14, &event},    {7, NULL},
                 {9, NULL},   {15, NULL},  {16, NULL},   {12, (void *)64}};
    for (unsigned i = 0; i < sizeof(given) / sizeof(*given); i++) {
        struct ArrowDeviceArray array, made;
        produce_device_array(&made, 4, given[i].type, RELEASE_GOOD);
        made.sync_event = given[i].event;
        export_device_array(verbatim(&made, sizeof(made)), &array, NULL);
        array.array.release(&array.array);
    }
    return 0;
}
