/* An array and another's schema are handed over together: two exports got mixed up, an array that
 * came with its own schema meets a different one, one module's array a schema of the caller's.
 *
 * expect: schema-array-mismatch error caller found-strangers at children origin of-children
 * expect: schema-array-mismatch error caller found-strangers at buffers origin of-buffers
 * expect: schema-array-mismatch error caller found-strangers at other origin of-other
 * expect: schema-array-mismatch error caller found-strangers at own origin of-own
 * seen: 4 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void release(struct ArrowSchema *self) {
    self->release = NULL;
}

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema, other, own = {.format = "u", .name = "", .release = release};
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL); // <- of-children
    export_schema(some_schema("l", "", RELEASE_GOOD), &schema);
    fake_drop(import_array(&array, &schema)); // <- children

    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- of-buffers
    export_schema(some_schema("u", "", RELEASE_GOOD), &schema);
    fake_drop(import_array(&array, &schema)); // <- buffers

    export_array(some_struct(4, 2, RELEASE_GOOD), &array, &other); // <- of-other
    export_schema(some_schema("l", "", RELEASE_GOOD), &schema);
    fake_drop(import_array(&array, &schema)); // <- other
    other.release(&other);

    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- of-own
    fake_drop(import_array(&array, &own));                   // <- own
    return 0;
}
