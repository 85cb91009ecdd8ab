/* A consumer releases a child in its place.
 *
 * expect: child-released-by-consumer error consumer main at here origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL); // <- export
    array.children[0]->release(array.children[0]);               // <- here
    array.release(&array);
    return 0;
}
