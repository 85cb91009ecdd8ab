/* A child is moved out and another structure takes its place; each is released once.
 *
 * expect: nothing
 * seen: 21 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static int n_released;

static void release_own(struct ArrowArray *array) {
    n_released++;
    array->release = NULL;
}

int main(void) {
    struct ArrowArray array, child;
    for (int i = 0; i < 21; i++) {
        export_array(some_struct(4, 3, RELEASE_GOOD), &array, NULL);
        child = *array.children[1];
        *array.children[1] = (struct ArrowArray){
            .length = 4, .n_buffers = 2, .buffers = (const void *[2]){}, .release = release_own};
        array.release(&array);
        child.release(&child);
    }
    printf("%d released, %s\n", n_released, child.release ? "one left" : "none left");
    return 0;
}
