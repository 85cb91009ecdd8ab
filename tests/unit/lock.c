/* lock: exclusion, the order of ranks, waiting with a limit, and fork under load. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/lock.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/unit.h"

LOCK_DEFINE(low, LOCK_OBJECT)
LOCK_DEFINE(low_twin, LOCK_OBJECT)
LOCK_DEFINE(high, LOCK_MEMORY)

static long counter;
static _Atomic bool stop;

static void *count(void *context) {
    for (int i = 0; i < 200000; i++) {
        lock_acquire(&low);
        counter++;
        lock_release(&low);
    }
    return NULL;
}

static void it_excludes(void **state) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(counter, 800000);
}

/** The signal a child dies of when it runs act, 0 when it lives. */
static int signal_of(void (*act)(void)) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGILL, SIG_DFL); /* cmocka has its own */
        act();
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void rising(void) {
    lock_acquire(&low);
    lock_acquire(&high);
    lock_release(&high);
    lock_release(&low);
}

static void falling(void) {
    lock_acquire(&high);
    lock_acquire(&low);
}

static void two_shards(void) {
    lock_acquire(&low);
    lock_acquire(&low_twin);
}

static void release_unheld(void) {
    lock_release(&low);
}

static void a_wrong_order_traps(void **state) {
    assert_int_equal(signal_of(rising), 0);
    assert_int_not_equal(signal_of(falling), 0);
    assert_int_not_equal(signal_of(two_shards), 0);
    assert_int_not_equal(signal_of(release_unheld), 0);
}

static void *hold(void *context) {
    lock_acquire(&low);
    *(_Atomic bool *)context = true;
    while (!stop)
        usleep(1000);
    lock_release(&low);
    return NULL;
}

static void a_try_gives_up_and_later_succeeds(void **state) {
    _Atomic bool held = false;
    pthread_t thread;
    stop = false;
    pthread_create(&thread, NULL, hold, &held);
    while (!held)
        usleep(100);
    assert_false(lock_try(&low, 0));
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    assert_false(lock_try(&low, 20));
    clock_gettime(CLOCK_MONOTONIC, &to);
    long waited = (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
    assert_true(waited >= 15);
    stop = true;
    assert_true(lock_try(&low, 600000));
    assert_true(lock_is_mine(&low));
    assert_false(lock_try(&low, 1000)); /* at once: it is ours */
    lock_release(&low);
    assert_false(lock_is_mine(&low));
    pthread_join(thread, NULL);
}

static void *work(void *context) {
    while (!stop) {
        lock_acquire(&low);
        lock_acquire(&high);
        lock_release(&high);
        lock_release(&low);
    }
    return NULL;
}

static void the_child_of_a_fork_finds_all_free(void **state) {
    pthread_t threads[3];
    stop = false;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 100; i++) {
        lock_fork_prepare();
        pid_t child = fork();
        if (child == 0) {
            lock_fork_child();
            alarm(120);
            rising();
            _exit(lock_is_mine(&low) || lock_is_mine(&high));
        }
        lock_fork_parent();
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    }
    stop = true;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    rising();
}

static void a_second_init_does_nothing(void **state) {
    lock_acquire(&low);
    lock_init(&low, LOCK_OBJECT);
    assert_int_equal(low.word, 1);
    lock_release(&low);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_excludes),
        cmocka_unit_test(a_wrong_order_traps),
        cmocka_unit_test(a_try_gives_up_and_later_succeeds),
        cmocka_unit_test(the_child_of_a_fork_finds_all_free),
        cmocka_unit_test(a_second_init_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
