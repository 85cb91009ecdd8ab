/* copies: where copies lie, who shares them, when they close, and what limits them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/copies.h"

#include <string.h>

#include "report/base/peek.h"
#include "tests/unit/unit.h"

#define BIG 100000u

static unsigned char small[3000], big[BIG];

static void begin(const struct copies_limits *limits) {
    memory_init((size_t)16 << 20);
    for (unsigned i = 0; i < BIG; i++)
        big[i] = (unsigned char)(i * 7);
    memcpy(small, big, sizeof(small));
    copies_init(limits);
}

static struct copies_limits limits_of(enum copies_mode mode) {
    return (struct copies_limits){
        .mode = mode, .live_bytes = 1u << 20, .closed_bytes = 1u << 20, .mappings = 1000};
}

static struct copy copy_of(const void *original, uint64_t begin_at, uint64_t end) {
    struct copy copy = {.original = (uintptr_t)original};
    copies_plan(&copy, begin_at, begin_at, end);
    return copy;
}

static bool reads(uintptr_t address) {
    char byte;
    return peek(&byte, (const void *)address, 1) == 0;
}

static bool writes(uintptr_t address) {
    char byte = 1;
    return peek_write((void *)address, &byte, 1) == 0;
}

static void leave(struct copy *copy) {
    lock_acquire(&copies_lock);
    copies_leave_locked(copy);
    lock_release(&copies_lock);
}

static void forget(struct copy *copy) {
    lock_acquire(&copies_lock);
    copies_forget_locked(copy);
    lock_release(&copies_lock);
}

static void small_ones_lie_together(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    begin(&limits);
    struct copy one = copy_of(small + 3, 0, 100), two = copy_of(small + 1000, 8, 50);
    struct copy *const both[] = {&one, &two};
    assert_int_equal(copies_make(both, 2), COPIES_DONE);
    assert_ptr_equal(one.map, two.map);
    assert_memory_equal((void *)one.address, small + 3, 100);
    assert_memory_equal((void *)two.address, small + 1000, 50);
    assert_int_equal(one.address % 64, (uintptr_t)(small + 3) % 64);
    assert_int_equal(two.address % 64, (uintptr_t)(small + 1000) % 64);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(((unsigned char *)two.address)[50 + i], 0);
    assert_false(writes(one.address));
    leave(&one);
    assert_true(reads(one.address)); /* the other still needs the page */
    leave(&two);
    assert_false(reads(two.address));
    forget(&one);
    forget(&two);
    assert_null(pages_owner(one.address));
}

static void large_ones_are_shared(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    begin(&limits);
    struct copy one = copy_of(big, 0, BIG), two = copy_of(big, 0, BIG),
                other = copy_of(big, 0, 99999);
    struct copy *const first[] = {&one}, *const second[] = {&two, &other};
    assert_int_equal(copies_make(first, 1), COPIES_DONE);
    assert_int_equal(copies_make(second, 2), COPIES_DONE);
    assert_ptr_equal(one.map, two.map);
    assert_ptr_not_equal(one.map, other.map);
    leave(&one);
    assert_true(reads(two.address));
    int64_t gap;
    lock_acquire(&copies_lock);
    assert_ptr_equal(copies_at_locked(two.address + 5, &gap), &one); /* the one that is gone */
    lock_release(&copies_lock);
    assert_int_equal(gap, 0);
    leave(&two);
    assert_false(reads(two.address));
    struct copy again = copy_of(big, 0, BIG);
    struct copy *const third[] = {&again};
    assert_int_equal(copies_make(third, 1), COPIES_DONE);
    assert_int_not_equal(again.address, one.address); /* never used twice */
    forget(&one);
    forget(&two);
    forget(&other);
    forget(&again);
}

static void bytes_far_before_the_rows_are_left_out(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    begin(&limits);
    struct copy slice = copy_of(big, 90000, 90010);
    struct copy *const one[] = {&slice};
    assert_int_equal(copies_make(one, 1), COPIES_DONE);
    assert_memory_equal((void *)(slice.address + 90000), big + 90000, 10);
    assert_int_equal(((unsigned char *)slice.address)[5], 0);
    assert_true(slice.map->bytes < 3 * PAGES_SIZE);
    forget(&slice);
}

static void pages_close_where_the_mode_says(void **state) {
    struct copies_limits limits = limits_of(COPIES_GUARD);
    begin(&limits);
    struct copy guarded = copy_of(small + 8, 0, 96);
    struct copy *const one[] = {&guarded};
    assert_int_equal(copies_make(one, 1), COPIES_DONE);
    assert_memory_equal((void *)guarded.address, small + 8, 96);
    assert_false(reads(guarded.address + 96));
    int64_t gap;
    lock_acquire(&copies_lock);
    assert_ptr_equal(copies_at_locked(guarded.address + 96, &gap), &guarded);
    assert_int_equal(gap, 1);
    assert_true(copies_open_locked(&guarded, gap, false));
    lock_release(&copies_lock);
    assert_true(reads(guarded.address + 96));
    forget(&guarded);
    limits.mode = COPIES_FRONT;
    copies_init(&limits);
    struct copy front = copy_of(small, 40, 80);
    struct copy *const two[] = {&front};
    assert_int_equal(copies_make(two, 1), COPIES_DONE);
    assert_memory_equal((void *)(front.address + 40), small + 40, 40);
    assert_false(reads(front.address + 39));
    lock_acquire(&copies_lock);
    assert_ptr_equal(copies_at_locked(front.address + 39, &gap), &front);
    assert_int_equal(gap, -1);
    assert_true(copies_open_locked(&front, gap, false));
    lock_release(&copies_lock);
    assert_memory_equal((void *)front.address, small, 80); /* as the original has it */
    forget(&front);
}

static void limits_and_bad_memory_leave_nothing(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    limits.live_bytes = 2 * BIG;
    begin(&limits);
    struct copy one = copy_of(big, 0, BIG), two = copy_of(big + 8, 0, BIG - 8),
                tiny = copy_of(small, 0, 10), bad = copy_of((void *)16, 0, 10);
    struct copy *const first[] = {&one}, *const second[] = {&tiny, &two},
                       *const third[] = {&tiny, &bad};
    assert_int_equal(copies_make(first, 1), COPIES_DONE);
    uint64_t held = copies_live_bytes();
    assert_int_equal(copies_make(second, 2), COPIES_BUDGET);
    assert_int_equal(copies_live_bytes(), held);
    assert_int_equal(copies_make(third, 2), COPIES_UNREADABLE);
    assert_int_equal(copies_live_bytes(), held);
    forget(&one);
    assert_int_equal(copies_live_bytes(), 0);
    limits.mappings = 2;
    copies_init(&limits);
    assert_int_equal(copies_make(first, 1), COPIES_MAPPINGS);
}

static void an_offset_that_leads_nowhere_takes_no_addresses(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    const uint64_t far = (uint64_t)1 << 36;
    begin(&limits);
    struct copy before = copy_of(big, 0, BIG), nowhere = copy_of(big, far, far + 100),
                half = copy_of(big, BIG - 1000, far), behind = copy_of(big + 8, 0, BIG - 8);
    struct copy *const one[] = {&before}, *const two[] = {&nowhere}, *const three[] = {&half},
                       *const four[] = {&behind};
    assert_int_equal(copies_make(one, 1), COPIES_DONE);
    assert_int_equal(copies_make(two, 1), COPIES_UNREADABLE);
    assert_int_equal(copies_make(three, 1), COPIES_UNREADABLE);
    assert_int_equal(copies_make(four, 1), COPIES_DONE);
    assert_true(behind.address - before.address < far / 2);
    forget(&before);
    forget(&behind);
}

static void contents_are_kept_as_far_as_they_may(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    limits.closed_bytes = 5 * BIG / 4;
    begin(&limits);
    struct copy one = copy_of(big, 0, BIG), two = copy_of(big + 8, 0, BIG - 8);
    struct copy *const both[] = {&one, &two};
    assert_int_equal(copies_make(both, 2), COPIES_DONE);
    leave(&one);
    assert_false(one.map->is_dropped);
    leave(&two);
    assert_true(one.map->is_dropped);
    lock_acquire(&copies_lock);
    assert_true(copies_open_locked(&two, 0, false));
    lock_release(&copies_lock);
    assert_memory_equal((void *)two.address, big + 8, BIG - 8);
    forget(&one);
    forget(&two);
}

static bool are_zeros(uintptr_t low, uintptr_t end) {
    for (; low < end; low++)
        if (*(const char *)low)
            return false;
    return true;
}

/* More than are closed anew together. */
#define ROUNDS 40

static void old_contents_show_nowhere(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    limits.closed_bytes = BIG;
    begin(&limits);
    struct copy copies[ROUNDS];
    unsigned n_reused = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        /* Each ends elsewhere, and not where the one before it did. */
        copies[i] = copy_of(big + i % 3, 0, BIG - 3 - (i % 5) * 1000);
        struct copy *const one[] = {&copies[i]};
        assert_int_equal(copies_make(one, 1), COPIES_DONE);
        const struct pages *pages = &copies[i].map->pages;
        n_reused += copies[i].map->is_reused;
        assert_memory_equal((void *)copies[i].address, big + i % 3, copies[i].end);
        assert_true(are_zeros(pages->begin, copies[i].address));
        assert_true(are_zeros(copies[i].address + copies[i].end, pages->end));
        leave(&copies[i]);
        for (unsigned k = 0; k <= i; k++)
            assert_false(reads(copies[k].address + copies[k].end - 1));
    }
    assert_true(n_reused > ROUNDS / 2);
    for (unsigned i = 0; i < ROUNDS; i++)
        forget(&copies[i]);
}

static void small_ones_on_reused_pages_lie_among_zeros(void **state) {
    struct copies_limits limits = limits_of(COPIES_PLAIN);
    limits.closed_bytes = BIG;
    begin(&limits);
    struct copy one[4], two[4];
    for (unsigned i = 0; i < 4; i++) {
        one[i] = copy_of(big + 5, 0, 40000);
        two[i] = copy_of(big + 100, 0, 40000);
        struct copy *const both[] = {&one[i], &two[i]};
        assert_int_equal(copies_make(both, 2), COPIES_DONE);
        const struct pages *pages = &one[i].map->pages;
        assert_ptr_equal(one[i].map, two[i].map);
        assert_true(i == 0 || one[i].map->is_reused);
        assert_memory_equal((void *)one[i].address, big + 5, 40000);
        assert_memory_equal((void *)two[i].address, big + 100, 40000);
        assert_true(are_zeros(pages->begin, one[i].address));
        assert_true(are_zeros(one[i].address + 40000, two[i].address));
        assert_true(are_zeros(two[i].address + 40000, pages->end));
        leave(&one[i]);
        leave(&two[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        forget(&one[i]);
        forget(&two[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_ones_lie_together),
        cmocka_unit_test(large_ones_are_shared),
        cmocka_unit_test(bytes_far_before_the_rows_are_left_out),
        cmocka_unit_test(pages_close_where_the_mode_says),
        cmocka_unit_test(limits_and_bad_memory_leave_nothing),
        cmocka_unit_test(an_offset_that_leads_nowhere_takes_no_addresses),
        cmocka_unit_test(contents_are_kept_as_far_as_they_may),
        cmocka_unit_test(old_contents_show_nowhere),
        cmocka_unit_test(small_ones_on_reused_pages_lie_among_zeros),
    };
    return cmocka_run_group_tests_name("copies", tests, NULL, NULL);
}
