/* A child of vfork, on its parent's memory, reads a released buffer: nothing can be told of it from
 * there, and it ends as it does without us.
 *
 * options: isolate=1
 * expect: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lend.h"

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema);
    const volatile int64_t *kept = array.buffers[1];
    array.release(&array);
    schema.release(&schema);
    pid_t child = vfork();
    if (child == 0)
        _exit((int)kept[1]);
    int status;
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    return 0;
}
