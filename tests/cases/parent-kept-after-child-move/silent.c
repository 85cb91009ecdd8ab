/* Children are moved out and the parent is released at once; the children live on.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, children[2];
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    for (int i = 0; i < 2; i++) {
        children[i] = *array.children[i];
        array.children[i]->release = NULL;
    }
    array.release(&array);
    fake_drop(import_array(&children[0], NULL));
    children[1].release(&children[1]);
    return 0;
}
