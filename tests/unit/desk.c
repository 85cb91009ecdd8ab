/* desk: its clock is the clock, and its lists give back what they were given, in order. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/desk.h"

#include <time.h>

#include "hooks/thunk.h"
#include "report/base/memory.h"
#include "report/base/thread.h"
#include "tests/unit/unit.h"

static struct desk desk;

static uintptr_t stale(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot) {
    return 0;
}

static int set_up(void **state) {
    memory_init((size_t)64 << 20);
    thread_note_process();
    thunk_init(stale);
    return 0;
}

static void its_clock_is_the_clock(void **state) {
    uint64_t last = 0, now = 0, worst = 0;
    struct desk slow = {0};
    for (uint64_t end = thread_clock_ns() + 1200000000u; now < end;) {
        uint64_t before = thread_clock_ns();
        now = pace_ns(&slow.pace);
        uint64_t after = thread_clock_ns(), off = now < before  ? before - now
                                                  : now > after ? now - after
                                                                : 0;
        assert_true(now + 500000 > last); /* a new pace may set it back, but by little */
        last = now;
        worst = off > worst ? off : worst;
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    assert_true(worst < 500000);
    assert_true(slow.pace.ns_per_2_32 == 0 || slow.pace.most > 0);
}

static struct draft *dead(unsigned n) {
    struct draft *draft = draft_new(n);
    draft->nodes[0].slot = thunk_take_run(1);
    atomic_store(&draft->state, DRAFT_NOTED);
    return draft;
}

static void what_died_first_is_free_first(void **state) {
    struct draft *first = dead(30), *second = dead(30);
    desk_bury(&desk, first);
    desk_bury(&desk, second);
    assert_null(desk_take(&desk, 30));
    while (!desk.free[30])
        desk_bury(&desk, dead(30));
    assert_ptr_equal(desk_take(&desk, 30), first);
    assert_int_equal(atomic_load(&first->state), DRAFT_FREE);
    assert_int_equal(atomic_load(&second->state), DRAFT_NOTED);
    desk_bury(&desk, dead(30));
    assert_ptr_equal(desk_take(&desk, 30), second);
}

static void a_drawn_one_is_let_go(void **state) {
    struct draft *drawn = dead(31);
    memset(&desk, 0, sizeof(desk));
    desk_bury(&desk, drawn);
    atomic_store(&drawn->state, DRAFT_GONE);
    while (!desk.gone)
        desk_bury(&desk, dead(31));
    assert_ptr_equal(desk.gone, drawn);
    assert_null(desk_take(&desk, 31));
}

static void who_is_at_it_is_not_disturbed(void **state) {
    assert_true(desk_enter(&desk));
    uintptr_t taken_at = desk.taken_at;
    desk.taken_at = taken_at + 4096; /* a handler runs below who is at it */
    assert_false(desk_enter(&desk));
    desk.taken_at = taken_at - 4096; /* who was at it further down has left by a jump */
    assert_true(desk_enter(&desk));
    desk_leave(&desk);
    assert_int_equal(desk.taken_at, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_clock_is_the_clock),
        cmocka_unit_test(what_died_first_is_free_first),
        cmocka_unit_test(a_drawn_one_is_let_go),
        cmocka_unit_test(who_is_at_it_is_not_disturbed),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
