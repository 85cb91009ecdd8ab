/* The same with a dictionary, of an array and of a schema.
 *
 * expect: child-released-by-consumer error consumer main at array
 * expect: child-released-by-consumer error consumer main at schema
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_dictionary(4, RELEASE_GOOD), &array, &schema);
    array.dictionary->release(array.dictionary);   // <- array
    schema.dictionary->release(schema.dictionary); // <- schema
    array.release(&array);
    schema.release(&schema);
    return 0;
}
