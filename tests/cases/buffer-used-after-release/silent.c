/* Two arrays share their values: while the second lives the first one's are read through it; a
 * child that was moved out of its parent is read until its own release.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

#define ROWS 20000

static int64_t values[ROWS];

static void first_of_two(void) {
    struct ArrowArray first, second;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = ROWS, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &first, &schema);
    schema.release(&schema);
    export_array(lend(&lent), &second, &schema);
    schema.release(&schema);
    const int64_t *kept = second.buffers[1];
    first.release(&first);
    printf("%ld\n", (long)kept[ROWS - 1]);
    second.release(&second);
}

static void moved_child(void) {
    static const int64_t numbers[] = {1, 2, 3};
    struct lent column = {
        .format = "l", .name = "n", .rows = 3, .n_buffers = 2, .buffers = {NULL, numbers}};
    struct lent lent = {
        .format = "+s", .rows = 3, .n_buffers = 1, .n_children = 2, .children = {&column, &column}};
    struct ArrowArray array, child;
    struct ArrowSchema schema;
    export_array(lend(&lent), &array, &schema);
    child = *array.children[0];
    array.children[0]->release = NULL;
    array.release(&array);
    schema.release(&schema);
    printf("%ld\n", (long)((const int64_t *)child.buffers[1])[2]);
    child.release(&child);
}

int main(void) {
    values[ROWS - 1] = 7;
    first_of_two();
    moved_child();
    return 0;
}
