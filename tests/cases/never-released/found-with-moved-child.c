/* A column is moved from one batch into another, which is never released: that is one finding, as
 * the column would be released with it.
 *
 * expect: never-released error last-holder main at second origin second
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray from, made, to;
    export_batch(some_struct(4, 2, RELEASE_GOOD), &from, NULL);
    produce_struct(&made, 4, 1, RELEASE_GOOD);
    made.children[0]->release(made.children[0]);
    *made.children[0] = *from.children[1];
    from.children[1]->release = NULL;
    from.release(&from);
    export_batch(verbatim(&made, sizeof(made)), &to, NULL); // <- second
    return 0;
}
