/* The program, as Node.js does, has its children do without the file that is its standard error: it
 * still is the program's, and what is found is said there.
 *
 * options: log_path=report
 * expect: double-release error consumer main at second
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

static int work(void) {
    struct ArrowArray array, copy;
    fcntl(2, F_SETFD, FD_CLOEXEC);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy); // <- second
    return 0;
}

static int start(char *program) {
    dup2(open("said", O_CREAT | O_WRONLY | O_TRUNC, 0600), 2);
    execl("/proc/self/exe", program, "again", NULL);
    return 1;
}

int main(int n, char **arguments) {
    if (n > 1)
        return work();
    pid_t child = fork();
    if (child == 0)
        return start(arguments[0]);
    int result;
    waitpid(child, &result, 0);
    char said[4096] = {0};
    ssize_t length = read(open("said", O_RDONLY), said, sizeof said - 1);
    if (getenv("LD_PRELOAD") && (length < 0 || !strstr(said, "called a second time")))
        return 2;
    return WEXITSTATUS(result);
}
