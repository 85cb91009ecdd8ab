/* The program exports an array and forgets it.
 *
 * expect: never-released error last-holder main at here origin here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- here
    return 0;
}
