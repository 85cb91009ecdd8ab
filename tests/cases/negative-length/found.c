/* A length, an offset and the two counts below zero; also of a child and of a dictionary.
 *
 * expect: negative-length error producer libproducer.so at export x4
 * expect: negative-length error producer libproducer.so at child
 * expect: negative-length error producer libproducer.so at dictionary
 * seen: 6 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    for (int i = 0; i < 4; i++) {
        produce_array(&made, 4, RELEASE_CLEARS);
        int64_t *members[] = {&made.length, &made.offset, &made.n_buffers, &made.n_children};
        *members[i] = -1;
        export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
        array.release(&array);
    }
    produce_struct(&made, 4, 3, RELEASE_GOOD);
    made.children[1]->offset = -8;
    export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- child
    array.release(&array);

    produce_dictionary(&made, 4, RELEASE_GOOD);
    made.dictionary->length = INT64_MIN;
    export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- dictionary
    array.release(&array);
    return 0;
}
