/* Signals of faults that are sent while they are blocked wait for sigwait, for sigtimedwait, for a
 * signalfd and for the thread to let them through; threads begin with the mask of who makes them.
 *
 * options: isolate=1
 * expect: nothing
 * reports: any
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lend.h"

static volatile sig_atomic_t n_handled;

static void handled(int number) {
    (void)number;
    n_handled++;
}

static int is_blocked(int number) {
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number);
}

static void *wait_in_thread(void *both) {
    int number = 0;
    printf("thread: blocked %d %d\n", is_blocked(SIGSEGV), is_blocked(SIGBUS));
    sigwait(both, &number);
    printf("thread: %d\n", number);
    return NULL;
}

static void use_array(void) {
    static const int64_t values[] = {3, 4, 5, 6};
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(lend(&lent), &array, &schema);
    array.release(&array);
    schema.release(&schema);
}

static void wait_all_ways(sigset_t *both) {
    struct signalfd_siginfo read_back;
    siginfo_t info;
    int number = 0, file = signalfd(-1, both, SFD_CLOEXEC);
    kill(getpid(), SIGSEGV);
    sigwait(both, &number);
    printf("sigwait %d\n", number);
    raise(SIGBUS);
    printf("sigwaitinfo %d", sigwaitinfo(both, &info));
    printf(" from us %d\n", info.si_pid == getpid());
    sigqueue(getpid(), SIGSEGV, (union sigval){.sival_int = 7});
    struct pollfd poll_it = {.fd = file, .events = POLLIN};
    while (poll(&poll_it, 1, -1) != 1)
        ;
    if (read(file, &read_back, sizeof(read_back)) == sizeof(read_back))
        printf("signalfd %u with %d\n", read_back.ssi_signo, read_back.ssi_int);
    close(file);
}

int main(void) {
    sigset_t both, old;
    pthread_t thread;
    sigemptyset(&both);
    sigaddset(&both, SIGSEGV);
    sigaddset(&both, SIGBUS);
    pthread_sigmask(SIG_BLOCK, &both, &old);
    wait_all_ways(&both);
    use_array();
    wait_all_ways(&both);
    pthread_create(&thread, NULL, wait_in_thread, &both);
    kill(getpid(), SIGBUS);
    pthread_join(thread, NULL);
    signal(SIGSEGV, handled);
    raise(SIGSEGV);
    printf("handled %d, ", (int)n_handled);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    printf("then %d\n", (int)n_handled);
    use_array();
    return 0;
}
