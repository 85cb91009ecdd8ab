/* The module that made the array releases a child in place: its own business, so a warning.
 *
 * expect: child-released-by-consumer warning consumer main at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_parent(struct ArrowArray *array) {
    if (array->children[0]->release)
        array->children[0]->release(array->children[0]);
    array->release = NULL;
}

int main(void) {
    static const void *none[1];
    struct ArrowArray child = {.buffers = none, .n_buffers = 1, .release = release};
    struct ArrowArray *children[] = {&child};
    struct ArrowArray made = {.n_buffers = 1,
                              .buffers = none,
                              .n_children = 1,
                              .children = children,
                              .release = release_parent};
    struct ArrowArray array;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.children[0]->release(array.children[0]); // <- here
    array.release(&array);
    return 0;
}
