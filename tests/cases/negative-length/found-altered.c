/* A struct is changed between two hand-overs: whoever hands it over the second time answers for it,
 * be it known from its export alone or with its schema; a child of it as well.
 *
 * expect: negative-length error caller found-altered at alone origin of-alone
 * expect: negative-length error caller found-altered at typed origin of-typed
 * expect: negative-length error caller found-altered at child origin of-child
 * seen: 3 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- of-alone
    array.length = -4;
    fake_drop(import_array_of(&array, NULL)); // <- alone

    export_array(some_array(4, RELEASE_GOOD), &array, &schema); // <- of-typed
    array.offset = -1;
    fake_drop(import_array(&array, &schema)); // <- typed

    export_array(some_struct(4, 2, RELEASE_GOOD), &array, &schema); // <- of-child
    array.children[1]->offset = -1;
    fake_drop(import_array(&array, &schema)); // <- child
    return 0;
}
