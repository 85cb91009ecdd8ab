/* A program blocks one of the signals of faults and ignores the other; the one that it becomes
 * finds them so.
 *
 * options: isolate=1
 * expect: nothing
 * reports: any
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "lend.h"

static void tell(const char *who) {
    struct sigaction action;
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    sigaction(SIGBUS, NULL, &action);
    printf("%s: blocked %d, ignored %d\n", who, sigismember(&now, SIGSEGV),
           action.sa_handler == SIG_IGN);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const int64_t values[] = {3, 4, 5, 6};
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    sigset_t one;
    if (argc > 1) {
        tell("after");
        return 0;
    }
    export_array(lend(&lent), &array, &schema);
    array.release(&array);
    schema.release(&schema);
    sigemptyset(&one);
    sigaddset(&one, SIGSEGV);
    sigprocmask(SIG_BLOCK, &one, NULL);
    signal(SIGBUS, SIG_IGN);
    tell("before");
    execl("/nowhere", "nowhere", NULL);
    tell("still");
    execl("/proc/self/exe", argv[0], "again", NULL);
    return 1;
}
