/* Parent and child both release what was made before the fork: each has its own copy, so a note.
 *
 * expect: release-in-forked-child note none - at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    int status;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    if (fork() == 0) {
        array.release(&array); // <- here
        return 0;
    }
    wait(&status);
    array.release(&array);
    return WEXITSTATUS(status);
}
