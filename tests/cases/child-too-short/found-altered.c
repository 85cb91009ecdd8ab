/* A slice that is longer than the columns, made by who hands the struct on.
 *
 * expect: child-too-short error caller found-altered at on origin made
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, &schema); // <- made
    array.offset = 1;
    fake_drop(import_array(&array, &schema)); // <- on
    return 0;
}
