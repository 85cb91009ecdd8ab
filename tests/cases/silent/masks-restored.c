/* A mask that blocks everything is undone without a call that says so: by a jump out of it, and by
 * the return of the handler that set it. The program's own handler is called then, as without us.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

#include "lend.h"

static sigjmp_buf out;

static void block_all(int unused) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

static void leave(int signal) {
    siglongjmp(out, signal);
}

static void show(const char *when) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    printf("%s: SEGV %d, BUS %d, TERM %d\n", when, sigismember(&now, SIGSEGV),
           sigismember(&now, SIGBUS), sigismember(&now, SIGTERM));
}

static void fault(void) {
    int signal = sigsetjmp(out, 1);
    if (signal == 0)
        *(volatile int *)16 = 1;
    printf("handled %d\n", signal);
}

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    struct sigaction action = {.sa_handler = leave};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    export_array(lend(&lent), &array, &schema);
    if (sigsetjmp(out, 1) == 0) {
        block_all(0);
        show("blocked");
        siglongjmp(out, 1);
    }
    show("jumped");
    fault();
    signal(SIGUSR1, block_all);
    raise(SIGUSR1);
    show("returned");
    if (sigsetjmp(out, 1) == 0)
        raise(SIGBUS);
    fault();
    array.release(&array);
    schema.release(&schema);
    return 0;
}
