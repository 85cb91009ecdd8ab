/* A program that fails by itself keeps its status, whatever is found.
 *
 * expect: double-release error consumer main at here
 * status: 9
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy); // <- here
    return 9;
}
