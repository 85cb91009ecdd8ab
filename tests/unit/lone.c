/* lone: each step gives the same with one thread and with more, and loses nothing between two. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/lone.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include "tests/unit/unit.h"

static _Atomic uint64_t wide;
static _Atomic uint32_t count;

static void check_steps(void) {
    _Atomic uint8_t small = 3;
    _Atomic uint32_t word = 70000;
    atomic_store(&wide, (1ull << 40) - 1);
    assert_int_equal(lone_add(&wide, 2), (1ull << 40) - 1);
    assert_int_equal(lone_add(&wide, -(1ull << 40)), (1ull << 40) + 1);
    assert_int_equal(atomic_load(&wide), 1);
    atomic_store(&count, UINT32_MAX);
    assert_int_equal(lone_add32(&count, 5), UINT32_MAX);
    assert_int_equal(atomic_load(&count), 4);
    assert_false(lone_take8(&small, 2, 9));
    assert_int_equal(atomic_load(&small), 3);
    assert_true(lone_take8(&small, 3, 9));
    assert_int_equal(atomic_load(&small), 9);
    assert_false(lone_take32(&word, 70001, 1));
    assert_true(lone_take32(&word, 70000, 1));
    assert_int_equal(atomic_load(&word), 1);
}

static void one_thread(void **state) {
    check_steps();
}

static unsigned n_signals;

static void on_signal(int number) {
    lone_add32(&count, 1);
    n_signals++;
}

static void a_signal_comes_before_or_after(void **state) {
    struct itimerval often = {.it_interval.tv_usec = 50, .it_value.tv_usec = 50}, never = {0};
    unsigned n_own = 0;
    atomic_store(&count, 0);
    signal(SIGVTALRM, on_signal);
    setitimer(ITIMER_VIRTUAL, &often, NULL);
    for (; __atomic_load_n(&n_signals, __ATOMIC_RELAXED) < 20; n_own++)
        lone_add32(&count, 1);
    setitimer(ITIMER_VIRTUAL, &never, NULL);
    assert_int_equal(atomic_load(&count), n_own + n_signals);
}

static void *add_many(void *unused) {
    for (int i = 0; i < 200000; i++)
        lone_add32(&count, 1);
    return NULL;
}

static void many_threads(void **state) {
    pthread_t threads[4];
    atomic_store(&count, 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add_many, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&count), 800000);
    check_steps();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        cmocka_unit_test(a_signal_comes_before_or_after),
        cmocka_unit_test(many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
