/* The program closes standard error before it ends, as coreutils do: the report is written all the
 * same.
 *
 * expect: double-release error consumer main at second
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    close(2);
    copy = array;
    array.release(&array);
    copy.release(&copy); // <- second
    puts("all done");
    return 0;
}
