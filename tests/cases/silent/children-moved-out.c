/* Two children are moved out, the parent is released with what is left, the children later.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, children[2];
    struct ArrowSchema schema;
    export_array(some_struct(4, 3, RELEASE_CHECKS_ITSELF), &array, &schema);
    for (int i = 0; i < 2; i++) {
        children[i] = *array.children[i + 1];
        array.children[i + 1]->release = NULL;
    }
    array.release(&array);
    schema.release(&schema);
    for (int i = 0; i < 2; i++)
        children[i].release(&children[i]);
    return 0;
}
