/* No children and no list; a list that nobody needs; a child that was moved out before.
 *
 * expect: nothing
 * seen: 3 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made, *unused[] = {NULL};
    struct ArrowSchema schema;
    produce_array(&made, 4, RELEASE_GOOD);
    made.children = unused;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);

    produce_struct(&made, 4, 0, RELEASE_GOOD);
    made.children = NULL;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);

    produce_struct(&made, 4, 3, RELEASE_GOOD);
    made.children[1]->release = NULL;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 3, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));
    return 0;
}
