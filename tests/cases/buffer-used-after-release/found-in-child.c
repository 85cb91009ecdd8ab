/* A process forks while it holds an array; the child releases its own and reads it afterwards, the
 * parent goes on with the one that lives.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * status: 97
 * reports: 2
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lend.h"

static const int64_t values[] = {3, 4, 5, 6};

int main(void) {
    struct ArrowArray array, other;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema);
    schema.release(&schema);
    const volatile int64_t *kept = array.buffers[1];
    int status;
    pid_t child = fork();
    if (child == 0) {
        export_array(lend(&lent), &other, &schema); // <- export
        const volatile int64_t *late = other.buffers[1];
        other.release(&other); // <- drop
        schema.release(&schema);
        printf("%ld\n", (long)late[1]); // <- late
        exit(0);
    }
    waitpid(child, &status, 0);
    printf("%ld\n", (long)kept[1]);
    array.release(&array);
    return WEXITSTATUS(status);
}
