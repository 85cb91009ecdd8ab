/* What the child inherits and never touches is the parent's alone, however the child ends.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    int failed = 0, status;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    for (int i = 0; i < 3; i++) {
        if (fork() == 0)
            i == 0 ? exit(0) : i == 1 ? _exit(0) : (void)execl("/bin/true", "true", (char *)NULL);
        wait(&status);
        failed |= status;
    }
    array.release(&array);
    return failed != 0;
}
