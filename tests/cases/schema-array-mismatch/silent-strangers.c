/* What came by different ways and goes together all the same: exports one after the other, and a
 * schema of the caller's own for another's array.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void release(struct ArrowSchema *self) {
    self->release = NULL;
}

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema, own = {.format = "l", .name = "renamed", .release = release};
    export_schema(some_schema("l", "", RELEASE_GOOD), &schema);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    fake_drop(import_array(&array, &schema));

    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    fake_drop(import_array(&array, &own));
    return 0;
}
