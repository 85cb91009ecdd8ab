/* A program handles faults itself: by a jump, on an alternate stack, with everything blocked; its
 * own faults still reach it, and those on copies don't.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * reports: any
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lend.h"

static const int64_t values[] = {3, 4, 5, 6};
static sigjmp_buf out;
static volatile int n_handled;

static void handler(int signal, siginfo_t *info, void *context) {
    n_handled++;
    siglongjmp(out, 1);
}

static void touch(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    const volatile int64_t *kept = array.buffers[1];
    array.release(&array); // <- drop
    schema.release(&schema);
    printf("%ld\n", (long)kept[1]); // <- late
}

static void fault(void) {
    if (sigsetjmp(out, 1) == 0)
        *(volatile int *)16 = 1;
    printf("handled %d\n", n_handled);
}

static void *with_all_blocked(void *unused) {
    sigset_t all, now;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    touch();
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    printf("blocked %d\n", sigismember(&now, SIGSEGV));
    return unused;
}

int main(void) {
    char *memory = malloc(65536);
    stack_t stack = {.ss_sp = memory, .ss_size = 65536};
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO}, shown;
    sigfillset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
    touch();
    fault();
    sigaltstack(&stack, NULL);
    action.sa_flags |= SA_ONSTACK;
    sigaction(SIGSEGV, &action, NULL);
    touch();
    fault();
    fault();
    sigaction(SIGSEGV, NULL, &shown);
    printf("own %d, all %d\n", shown.sa_sigaction == handler, sigismember(&shown.sa_mask, SIGBUS));
    pthread_t thread;
    pthread_create(&thread, NULL, with_all_blocked, NULL);
    pthread_join(thread, NULL);
    return 0;
}
