/* An entry of the program's environment points to where nothing is.
 *
 * expect: double-release error consumer main at second before first */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>

#include "producer.h"

extern char **environ;

int main(void) {
    static char *entries[] = {"HOME=/", (char *)(uintptr_t)8, NULL};
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    environ = entries;
    return 0;
}
