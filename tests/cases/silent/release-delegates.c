/* ibex: a callback that finds another function in `release` clears the field and calls that one;
 * with our thunk there it would come back to itself with nothing left.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_DELEGATES), &array, NULL);
    array.release(&array);
    return array.release != NULL || array.children[0]->release != NULL;
}
