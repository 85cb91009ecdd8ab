/* The program closes standard error, and a file of its own gets the number: not a byte of ours is
 * in it, and the report is in its file.
 *
 * options: log_path=report
 * expect: double-release error consumer main at second
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

static int work(void) {
    struct ArrowArray array, copy;
    close(2);
    open("data", O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy); // <- second
    return 0;
}

int main(void) {
    pid_t child = fork();
    if (child == 0)
        return work();
    int result;
    waitpid(child, &result, 0);
    struct stat status;
    stat("data", &status);
    printf("%d bytes\n", (int)status.st_size);
    return WEXITSTATUS(result);
}
