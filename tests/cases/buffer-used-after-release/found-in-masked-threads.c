/* Threads that block all signals by ways of their own read what was released: found, as in any
 * other, and each sees the mask that it set.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * seen: 5 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <threads.h>
#include <unistd.h>

#include "lend.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static const int64_t values[] = {3, 4, 5, 6};

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

static void show(void) {
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    printf("SEGV %d, BUS %d, USR1 %d\n", sigismember(&now, SIGSEGV), sigismember(&now, SIGBUS),
           sigismember(&now, SIGUSR1));
}

static void *begins_masked(void *unused) {
    show();
    touch();
    return unused;
}

static void *begins_open(void *unused) {
    show();
    touch();
    return unused;
}

static void *holds_one(void *unused) {
    printf("%d %d\n", sighold(SIGSEGV), sighold(SIGBUS));
    show();
    touch();
    printf("%d\n", sigrelse(SIGSEGV));
    show();
    return unused;
}

static void *sets_bits(void *unused) {
    printf("%d\n", sigblock(1 << (SIGUSR1 - 1)));
    printf("%d\n", sigsetmask(1 << (SIGSEGV - 1)) == 1 << (SIGUSR1 - 1));
    show();
    touch();
    printf("%d\n", sigsetmask(0) == 1 << (SIGSEGV - 1));
    return unused;
}

static int of_c(void *unused) {
    show();
    touch();
    return 7;
}

static void run(void *(*body)(void *), const pthread_attr_t *attributes) {
    pthread_t thread;
    pthread_create(&thread, attributes, body, NULL);
    pthread_join(thread, NULL);
}

int main(void) {
    pthread_attr_t attributes;
    sigset_t all;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setsigmask_np(&attributes, &all);
    run(begins_masked, &attributes);
    run(holds_one, NULL);
    run(sets_bits, NULL);
    sighold(SIGSEGV);
    sigemptyset(&all);
    pthread_attr_setsigmask_np(&attributes, &all);
    run(begins_open, &attributes);
    thrd_t thread;
    int status;
    printf("%d\n", thrd_create(&thread, of_c, NULL) == thrd_success);
    thrd_join(thread, &status);
    printf("%d\n", status);
    show();
    return 0;
}
