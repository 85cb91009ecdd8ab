/* The program leaves its environment where nothing is: it ends as it would, and the report
 * is made.
 *
 * expect: double-release error consumer main at second before first */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>

#include "producer.h"

extern char **environ;

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    environ = (char **)(uintptr_t)8;
    return 0;
}
