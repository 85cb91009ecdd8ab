/* No file may grow: what we write fails, SIGXFSZ does not reach the program.
 *
 * says: double-release
 * reports: 0
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/resource.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    puts("all done");
    return 0;
}
