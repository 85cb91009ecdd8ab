/* A double release and a leak, the two faults that the cases here expect under bad circumstances.
 *
 * expect: double-release error consumer main at second before first
 * expect: never-released error last-holder main at leak
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy, forgotten;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    export_array(some_array(8, RELEASE_GOOD), &forgotten, NULL); // <- leak
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    puts("all done");
    return 0;
}
