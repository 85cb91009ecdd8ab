/* A child is moved out of its struct and released; its values are read afterwards, its sibling's
 * after the struct's release.
 *
 * options: isolate=guard
 * expect: buffer-used-after-release error consumer main at child before drop origin export
 * expect: buffer-used-after-release error consumer main at sibling before parent origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

static const int64_t numbers[] = {1, 2, 3};

int main(void) {
    struct lent column = {
        .format = "l", .name = "n", .rows = 3, .n_buffers = 2, .buffers = {NULL, numbers}};
    struct lent other = {.format = "l",
                         .name = "m",
                         .rows = 2,
                         .offset = 1,
                         .n_buffers = 2,
                         .buffers = {NULL, numbers}};
    struct lent lent = {
        .format = "+s", .rows = 2, .n_buffers = 1, .n_children = 2, .children = {&column, &other}};
    struct ArrowArray array, child;
    struct ArrowSchema schema;
    export_array(lend(&lent), &array, &schema); // <- export
    child = *array.children[0];
    array.children[0]->release = NULL;
    const int64_t *of_child = child.buffers[1], *of_sibling = array.children[1]->buffers[1];
    array.release(&array); // <- parent
    schema.release(&schema);
    child.release(&child);                // <- drop
    printf("%ld\n", (long)of_child[2]);   // <- child
    printf("%ld\n", (long)of_sibling[2]); // <- sibling
    return 0;
}
