/* The schema has a dictionary and the array has none, and the other way round.
 *
 * expect: dictionary-mismatch error producer libproducer.so at without
 * expect: dictionary-mismatch error producer libproducer.so at with
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema, values;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    produce_schema(&schema, "l", "code", 0, RELEASE_GOOD);
    produce_schema(&values, "l", "", 0, RELEASE_GOOD);
    schema.dictionary = &values;
    fake_drop(import_array(&array, &schema)); // <- without

    export_array(some_dictionary(4, RELEASE_GOOD), &array, NULL);
    produce_schema(&schema, "l", "code", 0, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- with
    return 0;
}
