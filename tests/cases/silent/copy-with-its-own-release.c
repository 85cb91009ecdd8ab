/* cudf and nanoarrow copy a struct and give the copy a callback of their own around the first one:
 * the same private_data in two live structs.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static struct ArrowDeviceArray inner;

static void release_inner(struct ArrowArray *array) {
    inner.array.release(&inner.array);
    array->release = NULL;
}

int main(void) {
    struct ArrowDeviceArray wrapped, made;
    export_device_array(some_device_array(4, 1, RELEASE_CHECKS_ITSELF), &inner, NULL);
    made = inner;
    made.array.release = release_inner;
    export_device_array(verbatim(&made, sizeof(made)), &wrapped, NULL);
    wrapped.array.release(&wrapped.array);
    printf("inner released %d\n", inner.array.release == NULL);
    return 0;
}
