/* thunk: entry points know their index, arguments pass through, more are mapped when they run out,
 * dead ones wait. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hooks/thunk.h"
#include "report/base/memory.h"

#define BEYOND 70000 /* more than one file's worth */

static struct {
    uintptr_t a, b, c, d, caller;
    uint32_t slot;
} seen;

static uintptr_t note(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                      uint32_t slot) {
    seen.a = a, seen.b = b, seen.c = c, seen.d = d;
    seen.caller = caller, seen.slot = slot;
    return a + b;
}

static uintptr_t stale(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot) {
    return 77;
}

static const thunk_handler handlers[4] = {note, note, note, note};
static const uintptr_t originals[4] = {1, 2, 3, 4};

typedef uintptr_t (*callback)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static int begin(void **state) {
    memory_init((size_t)256 << 20);
    thunk_init(stale);
    return 0;
}

static void an_entry_passes_its_arguments_on(void **state) {
    struct object object = {0};
    uint32_t slot = thunk_take(&object, 1, handlers, originals);
    assert_int_not_equal(slot, THUNK_NONE);
    assert_int_equal(((callback)thunk_address(slot))(10, 20, 30, 40), 30);
    assert_int_equal(seen.a, 10);
    assert_int_equal(seen.b, 20);
    assert_int_equal(seen.c, 30);
    assert_int_equal(seen.d, 40);
    assert_int_equal(seen.slot, slot);
    uintptr_t here = (uintptr_t)an_entry_passes_its_arguments_on;
    assert_in_range(seen.caller, here, here + 4096);
    assert_ptr_equal(thunk_get(slot)->object, &object);
    assert_int_equal(thunk_get(slot)->original, 1);
}

static void an_address_is_told_from_others(void **state) {
    struct object object = {0};
    uint32_t slot = thunk_take(&object, 4, handlers, originals);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(thunk_slot_of(thunk_address(slot + i)), slot + i);
    assert_int_equal(thunk_slot_of(thunk_address(slot) + 1), THUNK_NONE);
    assert_int_equal(thunk_slot_of((uintptr_t)note), THUNK_NONE);
    assert_int_equal(thunk_slot_of(0), THUNK_NONE);
}

static void more_entries_are_mapped_and_work(void **state) {
    static struct object objects[BEYOND];
    static uint32_t slots[BEYOND];
    for (unsigned i = 0; i < BEYOND; i++) {
        slots[i] = thunk_take(&objects[i], 1, handlers, originals);
        assert_int_not_equal(slots[i], THUNK_NONE);
        objects[i].thunk = slots[i];
    }
    for (unsigned i = 0; i < BEYOND; i += 4099) {
        assert_int_equal(((callback)thunk_address(slots[i]))(1, 2, 3, 4), 3);
        assert_int_equal(seen.slot, slots[i]);
    }
    assert_true(slots[BEYOND - 1] >= 65536);
    assert_int_equal(((callback)thunk_address(slots[BEYOND - 1]))(5, 6, 7, 8), 11);
    assert_int_equal(seen.slot, slots[BEYOND - 1]);
    assert_int_equal(seen.d, 8);
    for (unsigned i = 0; i < BEYOND; i++)
        thunk_retire(&objects[i]);
    while (thunk_evict(true))
        ;
}

static void the_dead_wait_in_order_at_most_half(void **state) {
    static struct object objects[3];
    for (unsigned i = 0; i < 3; i++)
        objects[i].thunk = thunk_take(&objects[i], 1, handlers, originals);
    for (unsigned i = 0; i < 3; i++)
        thunk_retire(&objects[i]);
    assert_null(thunk_evict(false));
    /* A second call still meets the object. */
    assert_ptr_equal(thunk_get(objects[0].thunk)->object, &objects[0]);
    for (unsigned i = 0; i < 3; i++)
        assert_ptr_equal(thunk_evict(true), &objects[i]);
    assert_null(thunk_evict(true));
    assert_int_equal(((callback)thunk_address(objects[0].thunk))(1, 1, 1, 1), 77);
}

static void the_quarantine_gives_way_at_half(void **state) {
    static struct object objects[BEYOND];
    uint32_t live, quarantined, all;
    unsigned evicted = 0;
    thunk_counts(&live, &quarantined, &all);
    for (unsigned i = 0; i < BEYOND; i++) {
        objects[i].thunk = thunk_take(&objects[i], 1, handlers, originals);
        thunk_retire(&objects[i]);
        evicted += thunk_evict(false) != NULL;
    }
    thunk_counts(&live, &quarantined, &all);
    assert_true(quarantined <= (all - live) / 2 + 1);
    assert_int_equal(evicted + quarantined, BEYOND);
}

static void retiring_what_has_no_entry_is_nothing(void **state) {
    struct object object = {.thunk = THUNK_NONE}, zeroed = {0};
    uint32_t before[3], now[3];
    thunk_counts(&before[0], &before[1], &before[2]);
    thunk_retire(&object);
    thunk_retire(&zeroed);
    thunk_counts(&now[0], &now[1], &now[2]);
    assert_memory_equal(before, now, sizeof(now));
}

/* In the table of a forked child that the parent has gone on to use, the slot was never taken. */
static void an_entry_never_handed_out_answers_an_error(void **state) {
    assert_int_equal(((callback)thunk_address(65535))(1, 2, 3, 4), 22);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_never_handed_out_answers_an_error),
        cmocka_unit_test(an_entry_passes_its_arguments_on),
        cmocka_unit_test(an_address_is_told_from_others),
        cmocka_unit_test(more_entries_are_mapped_and_work),
        cmocka_unit_test(the_dead_wait_in_order_at_most_half),
        cmocka_unit_test(the_quarantine_gives_way_at_half),
        cmocka_unit_test(retiring_what_has_no_entry_is_nothing),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
