/* A layer puts a device array inside one of its own, whose release forgets the one inside.
 *
 * expect: never-released error last-holder main at export
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void release_outer(struct ArrowArray *array) {
    array->release = NULL;
}

int main(void) {
    struct ArrowDeviceArray inner, wrapper, outer;
    export_device_array(some_device_array(4, 1, RELEASE_GOOD), &inner, NULL); // <- export
    wrapper = inner;
    wrapper.array.release = release_outer;
    wrapper.array.private_data = &inner;
    export_device_array(verbatim(&wrapper, sizeof(wrapper)), &outer, NULL);
    outer.array.release(&outer.array);
    return 0;
}
