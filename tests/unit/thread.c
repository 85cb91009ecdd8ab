/* thread: ids, the process and the clock, across threads, fork and vfork. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/thread.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static void *id_of(void *context) {
    *(uint32_t *)context = thread_id();
    return (void *)(uintptr_t)(thread_id() == (uint32_t)syscall(SYS_gettid));
}

static void each_thread_has_its_own_id(void **state) {
    uint32_t other;
    pthread_t thread;
    void *right;
    pthread_create(&thread, NULL, id_of, &other);
    pthread_join(thread, &right);
    assert_true(right != NULL);
    assert_int_equal(thread_id(), getpid());
    assert_int_not_equal(other, thread_id());
}

static void a_fork_is_another_process_until_noted(void **state) {
    thread_note_process();
    assert_true(thread_is_own_process());
    thread_id();
    pid_t child = fork();
    if (child == 0) {
        bool foreign = !thread_is_own_process();
        thread_fork_child();
        _exit(foreign && thread_is_own_process() && thread_id() == (uint32_t)getpid() ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void a_vfork_child_is_not_ours(void **state) {
    static volatile bool own;
    pid_t child = vfork();
    if (child == 0) {
        own = thread_is_own_process();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    assert_false(own);
    assert_true(thread_is_own_process());
}

static void the_clock_begins_at_the_first_note(void **state) {
    uint64_t first = thread_clock_ns();
    assert_true(first < 60ull * 1000000000);
    usleep(2000);
    thread_note_process();
    assert_true(thread_clock_ns() >= first + 2000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_its_own_id),
        cmocka_unit_test(a_fork_is_another_process_until_noted),
        cmocka_unit_test(a_vfork_child_is_not_ours),
        cmocka_unit_test(the_clock_begins_at_the_first_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
