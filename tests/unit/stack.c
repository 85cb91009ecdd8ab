/* stack: equal stacks, depth, no allocation, another file in an unloaded one's place, small stacks,
 * fork, and captures from a signal's context. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/stack.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/module.h"
#include "tests/unit/unit.h"

typedef int (*callback)(void *context);
typedef int (*call_fn)(callback call, void *context);
typedef int (*deep_fn)(callback call, void *context, int depth);

static void *library;

/* Counts what the process allocates: the test's own malloc stands before libc's. */
extern void *__libc_malloc(size_t size);
static _Atomic long n_mallocs;

void *malloc(size_t size) {
    n_mallocs++;
    return __libc_malloc(size);
}

static void *open_library(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void *resolve(const char *name) {
    return dlsym(RTLD_DEFAULT, name);
}

static int capture(void *context) {
    *(stack_id *)context = stack_capture();
    return 0;
}

static stack_id through(int depth) {
    stack_id id = 0;
    ((deep_fn)dlsym(library, "fixture_deep"))(capture, &id, depth);
    return id;
}

/** Frames of a stack that lie in a file of this name. */
static unsigned frames_in(stack_id id, const char *name) {
    unsigned n, found = 0;
    const struct stack_frame *frames = stack_frames(id, &n);
    for (unsigned i = 0; i < n; i++) {
        const struct module *module = module_get(frames[i].module);
        found += module && strcmp(module->name, name) == 0;
    }
    return found;
}

static int set_up(void **state) {
    library = dlopen(UNIT_FIXTURES "one.so", RTLD_NOW);
    stack_init(32, resolve, open_library);
    return library ? 0 : -1;
}

static void nothing_is_found_of_no_stack(void **state) {
    unsigned n = 7;
    assert_null(stack_frames(0, &n));
    assert_int_equal(n, 0);
    stack_frames(123456, &n);
    stack_frames(UINT32_MAX, &n);
    assert_int_equal(n, 0);
    assert_int_equal(stack_module_of_caller(0), -1);
    assert_string_equal(stack_unwinder(), "libunwind");
}

static void our_own_frames_are_left_out(void **state) {
    stack_id id = through(3);
    assert_int_not_equal(id, 0);
    assert_int_equal(frames_in(id, "one.so"), 4);
    assert_int_equal(frames_in(id, module_self()->name), 0);
    unsigned n;
    const struct stack_frame *frames = stack_frames(id, &n);
    assert_true(n >= 5); /* and libc's beginning of it all */
    assert_string_equal(module_get(frames[0].module)->name, "one.so");
    assert_string_equal(module_get(frames[n - 1].module)->name, "libc.so.6");
    assert_false(stack_is_cut(id));
    assert_string_equal(module_get(stack_module_of_caller(id))->name, "one.so");
}

static void equal_stacks_have_equal_ids(void **state) {
    stack_id ids[2][8];
    for (int round = 0; round < 2; round++)
        for (int depth = 0; depth < 8; depth++)
            ids[round][depth] = through(depth);
    for (int a = 0; a < 8; a++) {
        assert_int_equal(ids[0][a], ids[1][a]);
        for (int b = 0; b < a; b++) {
            assert_int_not_equal(ids[0][a], ids[0][b]);
            assert_true(stack_hash(ids[0][a]) != stack_hash(ids[0][b]));
        }
    }
}

static void a_deep_stack_is_cut_at_its_outer_end(void **state) {
    uint64_t before = stack_truncated();
    stack_id id = through(300);
    unsigned n;
    stack_frames(id, &n);
    assert_int_equal(n, 32);
    assert_int_equal(frames_in(id, "one.so"), 32);
    assert_true(stack_is_cut(id));
    assert_int_equal(stack_truncated(), before + 1);
    assert_int_equal(through(299), id); /* what was cut makes no difference */
    assert_int_equal(stack_truncated(), before + 1);
}

static void a_warm_capture_allocates_nothing(void **state) {
    stack_id first = through(9);
    long before = n_mallocs;
    for (int i = 0; i < 100; i++)
        assert_int_equal(through(9), first);
    for (int depth = 10; depth < 20; depth++)
        through(depth);
    assert_int_equal(n_mallocs, before);
}

static void *capture_in_thread(void *context) {
    *(stack_id *)context = through(5);
    return NULL;
}

static void the_smallest_stack_is_enough(void **state) {
    pthread_attr_t attributes;
    pthread_t thread;
    stack_id id = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
    assert_int_equal(pthread_create(&thread, &attributes, capture_in_thread, &id), 0);
    pthread_join(thread, NULL);
    assert_int_equal(frames_in(id, "one.so"), 6);
}

static stack_id context_id;

static void on_signal(int signal, siginfo_t *info, void *context) {
    context_id = stack_capture_context(context);
}

static int raise_signal(void *context) {
    return raise(SIGUSR1);
}

static void a_signal_shows_what_it_interrupted(void **state) {
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    ((deep_fn)dlsym(library, "fixture_deep"))(raise_signal, NULL, 2);
    unsigned n;
    const struct stack_frame *frames = stack_frames(context_id, &n);
    assert_true(n > 3);
    assert_true(frames[0].exact);
    assert_false(frames[1].exact);
    assert_string_equal(module_get(frames[0].module)->name, "libc.so.6");
    assert_int_equal(frames_in(context_id, "one.so"), 3);
}

/* Frames without a place are Python's, and there are none. */
static void on_jump(int signal, siginfo_t *info, void *context) {
    unsigned n;
    context_id = stack_capture_context(context);
    const struct stack_frame *frames = stack_frames(context_id, &n);
    for (unsigned i = 0; i < n; i++)
        if (!frames[i].pc)
            _exit(2);
    _exit(frames_in(context_id, "one.so") == 1 ? 0 : 1);
}

static void a_jump_to_nowhere_shows_who_jumped(void **state) {
    static const uintptr_t nowhere[] = {0x18, 0};
    for (size_t i = 0; i < LENGTH(nowhere); i++) {
        pid_t child = fork();
        if (child == 0) {
            struct sigaction action = {.sa_sigaction = on_jump, .sa_flags = SA_SIGINFO};
            sigaction(SIGSEGV, &action, NULL);
            ((call_fn)dlsym(library, "fixture_call"))((callback)nowhere[i], NULL);
        }
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    }
}

static _Atomic bool stop;

static void *capture_for_ever(void *context) {
    for (int i = 0; !stop; i++)
        through(i % 40);
    return NULL;
}

static void the_child_of_a_fork_captures(void **state) {
    pthread_t threads[2];
    stop = false;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, capture_for_ever, NULL);
    for (int i = 0; i < 60; i++) {
        lock_fork_prepare();
        pid_t child = fork();
        if (child == 0) {
            lock_fork_child();
            alarm(120);
            _exit(frames_in(through(i % 30), "one.so") == (unsigned)i % 30 + 1 ? 0 : 1);
        }
        lock_fork_parent();
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    }
    stop = true;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/** The stack of a call through a library that lies where another one lay. */
static stack_id call_through(const char *path, uintptr_t *where) {
    void *handle = dlopen(path, RTLD_NOW);
    call_fn call = (call_fn)dlsym(handle, "fixture_call");
    stack_id id = 0;
    call(capture, &id);
    *where = (uintptr_t)call;
    module_note_unload();
    dlclose(handle);
    module_note_unload();
    return id;
}

/* The last one: what libunwind remembers is not believed any more afterwards. */
static void another_file_in_the_same_place_is_not_mistaken(void **state) {
    uintptr_t first, second;
    library = NULL;
    dlclose(dlopen(UNIT_FIXTURES "one.so", RTLD_NOW)); /* keep the count of set_up() */
    stack_id one = call_through(UNIT_FIXTURES "two.so", &first);
    stack_id three = call_through(UNIT_FIXTURES "three.so", &second);
    assert_int_equal(first, second); /* else this test says nothing */
    assert_int_equal(frames_in(one, "two.so"), 1);
    assert_int_equal(frames_in(three, "two.so"), 0);
    assert_int_equal(frames_in(three, "three.so"), 1);
    unsigned n_one, n_three;
    stack_frames(one, &n_one);
    stack_frames(three, &n_three);
    assert_int_equal(n_three, n_one);
    assert_int_not_equal(one, three);
    assert_string_equal(stack_unwinder(), "libunwind");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_found_of_no_stack),
        cmocka_unit_test(our_own_frames_are_left_out),
        cmocka_unit_test(equal_stacks_have_equal_ids),
        cmocka_unit_test(a_deep_stack_is_cut_at_its_outer_end),
        cmocka_unit_test(a_warm_capture_allocates_nothing),
        cmocka_unit_test(the_smallest_stack_is_enough),
        cmocka_unit_test(a_signal_shows_what_it_interrupted),
        cmocka_unit_test(a_jump_to_nowhere_shows_who_jumped),
        cmocka_unit_test(the_child_of_a_fork_captures),
        cmocka_unit_test(another_file_in_the_same_place_is_not_mistaken),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
