/* Handlers, masks and alternate stacks are the program's own, before and after the first structure.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "producer.h"

static void mine(int number) {
    (void)number;
}

static void show(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGPIPE, SIGXFSZ};
    struct sigaction action;
    sigset_t mask;
    stack_t stack;
    for (unsigned i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        sigaction(numbers[i], NULL, &action);
        printf("%s%s ",
               action.sa_handler == SIG_DFL   ? "default"
               : action.sa_handler == SIG_IGN ? "ignored"
               : action.sa_handler == mine    ? "mine"
                                              : "another",
               sigismember(&action.sa_mask, SIGUSR1) ? "+USR1" : "");
    }
    sigprocmask(SIG_BLOCK, NULL, &mask);
    sigaltstack(NULL, &stack);
    printf("blocked %d, stack %d\n", sigismember(&mask, SIGUSR2), stack.ss_flags == SS_DISABLE);
}

int main(void) {
    struct ArrowArray array;
    struct sigaction action = {.sa_handler = mine, .sa_flags = SA_RESTART};
    sigset_t mask;
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(SIGBUS, &action, NULL);
    signal(SIGFPE, SIG_IGN);
    show();
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    show();
    signal(SIGILL, mine);
    printf("before it was %s\n", signal(SIGILL, SIG_IGN) == mine ? "mine" : "another");
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    array.release(&array);
    show();
    return 0;
}
