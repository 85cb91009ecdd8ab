/* A program jumps into the values of an array, held and released: it dies of it, as without us.
 *
 * options: isolate=1:exitcode=0
 * status: SIGSEGV
 * reports: any
 * expect: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lend.h"

static void jump(const void *to) {
    __asm__ volatile("call *%0" : : "r"(to) : "memory");
}

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    int status = 0;
    export_array(lend(&lent), &array, &schema);
    const void *kept = array.buffers[1];
    pid_t child = fork();
    if (child == 0)
        jump(kept);
    waitpid(child, &status, 0);
    printf("%d\n", WTERMSIG(status));
    fflush(stdout);
    array.release(&array);
    schema.release(&schema);
    jump(kept);
    return 0;
}
