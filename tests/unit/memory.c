/* memory: the arena's alignment, zeroing, reuse, budget and refusal. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/memory.h"

#include <pthread.h>
#include <sys/resource.h>

#include "tests/unit/unit.h"

static bool is_zero(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

static void every_size_is_aligned_and_zero(void **state) {
    for (size_t size = 0; size < 200000; size = size * 9 / 8 + 1) {
        unsigned char *first = memory_alloc(size);
        assert_non_null(first);
        assert_int_equal((uintptr_t)first % 16, 0);
        assert_true(is_zero(first, size));
        memset(first, 0xff, size);
        memory_free(first, size);
        unsigned char *again = memory_alloc(size);
        assert_ptr_equal(again, first);
        assert_true(is_zero(again, size));
        memory_free(again, size);
    }
}

static void blocks_do_not_overlap(void **state) {
    enum { N = 3000 };
    static unsigned char *blocks[N];
    for (size_t i = 0; i < N; i++) {
        blocks[i] = memory_alloc(i);
        assert_non_null(blocks[i]);
        memset(blocks[i], (int)(i % 251), i);
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < i; j++)
            assert_int_equal(blocks[i][j], i % 251);
        memory_free(blocks[i], i);
    }
}

static void used_goes_back_and_mapped_stays(void **state) {
    struct memory_stats before = memory_stats();
    void *block = memory_alloc(700000);
    assert_true(memory_stats().used >= before.used + 700000);
    memory_free(block, 700000);
    assert_int_equal(memory_stats().used, before.used);
    assert_true(memory_stats().mapped >= before.mapped + 700000);
}

static void budget_is_hard(void **state) {
    struct memory_stats before = memory_stats();
    size_t budget = before.mapped + 3 * 1024 * 1024;
    memory_init(budget);
    size_t got = 0;
    while (memory_alloc(1000))
        got += 1000;
    assert_true(got > 2 * 1024 * 1024);
    assert_null(memory_alloc(1000));
    assert_true(memory_stats().mapped <= budget);
    assert_true(memory_stats().refused >= before.refused + 2);
    memory_init(64u * 1024 * 1024);
    assert_non_null(memory_alloc(1000));
}

static void absurd_sizes_are_refused(void **state) {
    assert_null(memory_alloc(SIZE_MAX));
    assert_null(memory_alloc(PTRDIFF_MAX));
    assert_null(memory_alloc((size_t)1 << 40));
    memory_free(NULL, 10);
}

static void refused_by_the_kernel_is_null(void **state) {
    struct rlimit old, low = {.rlim_cur = 1};
    getrlimit(RLIMIT_AS, &old);
    low.rlim_max = old.rlim_max;
    setrlimit(RLIMIT_AS, &low);
    void *block = memory_alloc(2 * 1024 * 1024);
    setrlimit(RLIMIT_AS, &old);
    assert_null(block);
}

static void string_is_copied_with_its_end(void **state) {
    char *copy = memory_copy_string("arrow array", 5);
    assert_string_equal(copy, "arrow");
    memory_free(copy, 6);
}

static void *churn(void *context) {
    unsigned char mark = (unsigned char)(uintptr_t)context;
    for (int round = 0; round < 20000; round++) {
        size_t size = (size_t)(round % 700) + 1;
        unsigned char *block = memory_alloc(size);
        if (!block || !is_zero(block, size))
            return "not zero";
        memset(block, mark, size);
        if (block[size - 1] != mark || block[0] != mark)
            return "shared";
        memset(block, 0xee, size);
        memory_free(block, size);
    }
    return NULL;
}

static void threads_share_it(void **state) {
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, churn, (void *)(i + 1));
    for (unsigned i = 0; i < 4; i++) {
        void *complaint;
        pthread_join(threads[i], &complaint);
        assert_null(complaint);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_aligned_and_zero),
        cmocka_unit_test(blocks_do_not_overlap),
        cmocka_unit_test(used_goes_back_and_mapped_stays),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(refused_by_the_kernel_is_null),
        cmocka_unit_test(string_is_copied_with_its_end),
        cmocka_unit_test(threads_share_it),
        cmocka_unit_test(budget_is_hard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
