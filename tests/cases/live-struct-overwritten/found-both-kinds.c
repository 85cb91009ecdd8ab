/* Arrays and schemas of one place are counted together: it is said how many were which.
 *
 * expect: live-struct-overwritten error caller main at here x4
 * expect: never-released error last-holder main
 * expect: never-released error last-holder main
 * says: 4 times (2 arrays, 2 schemas)
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    for (int i = 0; i < 3; i++) {
        export_array(some_array(4, RELEASE_GOOD), &array, &schema); // <- here
    }
    return 0;
}
