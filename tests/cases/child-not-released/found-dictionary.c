/* The dictionary counts as a child.
 *
 * expect: child-not-released note producer libproducer.so at here by releases.h:forgets
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_dictionary(4, RELEASE_FORGETS_CHILDREN), &array, NULL);
    array.release(&array); // <- here
    return 0;
}
