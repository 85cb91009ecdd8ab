/* A callback that does nothing but clear has done its duty.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_array(4, RELEASE_CLEARS), &array, &schema);
    array.release(&array);
    schema.release(&schema);
    return array.release || schema.release;
}
