/* exec replaces the program while it holds an array.
 *
 * expect: held-at-abrupt-end note none -
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    execl("/bin/echo", "echo", "another program", (char *)NULL);
    return 1;
}
