/* transfer: bytes of held arrays by place and direction, waits, budgets, first uses. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/transfer.h"
#include "tests/unit/scene/scene.h"
#include "tracker/memory.h"
#include "tracker/number.h"
#include "tracker/syncevent.h"

#define DEVICE ((uintptr_t)0x7d0000000000)
#define HOST   ((uintptr_t)0x7e0000000000)

static struct object *array;
static const struct order_stream stream = {ORDER_NONBLOCKING, 1, 2};

static int setup(void **state) {
    scene_setup(state);
    order_fork_child();
    scene_n_transfers = 0;
    scene_sums = (struct account_sums){0};
    scene_options.copy_budget_d2h = scene_options.copy_budget_h2d = -1;
    transfer_init(&scene_options);
    const struct memory_what what = {.base = DEVICE, .size = 1 << 20, .context = 1};
    const struct hold_buffer buffer = {DEVICE, 4096, 0};
    const struct hold_given given = {.buffers = &buffer, .n_buffers = 1};
    const struct site site = scene_site(PRODUCER, 100);
    memory_appears(&what);
    array = object_new(KIND_DEVICE_ARRAY, number_objects(KIND_DEVICE_ARRAY, 1), 0x1000, NULL);
    array->device_type = 2;
    array->device_id = 0;
    assert_true(hold_begin(array, &given, &site));
    return 0;
}

static void copy(enum transfer_direction direction, uintptr_t device, uint64_t size,
                 stack_id place) {
    const struct site site = scene_site(APP, place);
    const struct transfer transfer = {.direction = direction,
                                      .from = direction == TRANSFER_H2D ? HOST : device,
                                      .to = direction == TRANSFER_H2D ? device : HOST,
                                      .size = size,
                                      .blocked_ns = 5000,
                                      .is_pageable = true};
    transfer_note(&transfer, &site);
}

static const struct account_transfer *told(const char *direction, stack_id place) {
    for (unsigned i = 0; i < scene_n_transfers; i++) {
        const char *its = scene_transfers[i].direction;
        bool is_same = its && direction ? !strcmp(its, direction) : its == direction;
        if (is_same && scene_transfers[i].stack == place)
            return &scene_transfers[i];
    }
    return NULL;
}

static void copies_add_up_by_place_and_direction(void **state) {
    copy(TRANSFER_D2H, DEVICE, 4096, 10);
    copy(TRANSFER_D2H, DEVICE + 16, 16, 10);
    copy(TRANSFER_D2H, DEVICE, 8, 11);
    copy(TRANSFER_H2D, DEVICE, 100, 10);
    transfer_end();
    assert_int_equal(scene_n_transfers, 3);
    assert_int_equal(told("d2h", 10)->bytes, 4112);
    assert_int_equal(told("d2h", 10)->calls, 2);
    assert_int_equal(told("d2h", 10)->blocked_ns, 10000);
    assert_true(told("d2h", 10)->is_pageable);
    assert_int_equal(told("d2h", 11)->bytes, 8);
    assert_int_equal(told("h2d", 10)->bytes, 100);
    assert_silent();
}

static void memory_that_nobody_holds_does_not_count(void **state) {
    const struct site site = scene_site(APP, 12);
    copy(TRANSFER_D2H, DEVICE + 8192, 64, 10);
    hold_release_begin(array, &site);
    hold_release_end(array, &site);
    copy(TRANSFER_D2H, DEVICE, 64, 10);
    transfer_end();
    assert_int_equal(scene_n_transfers, 0);
}

static void a_budget_is_a_limit(void **state) {
    scene_options.copy_budget_d2h = 4095;
    scene_options.copy_budget_h2d = 100;
    copy(TRANSFER_D2H, DEVICE, 96, 11);
    copy(TRANSFER_D2H, DEVICE, 4000, 10);
    copy(TRANSFER_H2D, DEVICE, 100, 10);
    transfer_end();
    const struct finding *said = scene_only(CHECK_HIDDEN_COPY);
    assert_int_equal(said->severity, SEVERITY_ERROR);
    assert_int_equal(said->now, 10); /* where most of it was copied */
    assert_string_equal(said->who, "app");
    assert_non_null(strstr(said->message, "4.0 KiB of exported buffers copied from devices"));
    assert_int_equal(scene_sums.budget_d2h, 4095);
}

static void within_the_budget_nothing_is_said(void **state) {
    scene_options.copy_budget_d2h = 4096;
    copy(TRANSFER_D2H, DEVICE, 4096, 10);
    transfer_end();
    assert_silent();
}

static void what_is_allowed_counts_against_none(void **state) {
    scene_options.copy_budget_d2h = 0;
    thread_self.n_allowed_copies++;
    copy(TRANSFER_D2H, DEVICE, 4096, 10);
    thread_self.n_allowed_copies--;
    transfer_end();
    assert_silent();
    assert_true(told("d2h", 10)->is_allowed);
}

static void waits_are_counted_where_they_happen(void **state) {
    const struct site site = scene_site(APP, 13);
    struct order_wait wait;
    order_wait_stream(&wait, &stream);
    order_waited_host(&wait, &site);
    order_wait_stream(&wait, &stream);
    order_waited_host(&wait, &site);
    transfer_end();
    assert_int_equal(told(NULL, 13)->calls, 2);
    assert_true(told(NULL, 13)->longest_ns <= told(NULL, 13)->blocked_ns);
}

static void the_first_use_of_each_array_counts_once(void **state) {
    const struct site site = scene_site(APP, 14);
    const struct order_access read = {DEVICE, 64, ORDER_READ, 0};
    for (unsigned i = 0; i < 3; i++) {
        struct order_op op;
        order_begin(&op, &stream, &site);
        order_accesses(&op, &read, 1);
        order_end(&op);
    }
    transfer_end();
    assert_int_equal(scene_sums.first_uses, 1);
    assert_int_equal(scene_sums.first_use_ns, scene_sums.first_use_longest_ns);
}

static void a_slow_wait_is_said(void **state) {
    const struct hold_buffer buffer = {DEVICE, 4096, 0};
    const struct hold_given given = {
        .is = HOLD_EVENT, .event = 9, .buffers = &buffer, .n_buffers = 1};
    const struct site site = scene_site(APP, 15);
    struct order_op op;
    struct order_wait wait;
    syncevent_created(9, SYNCEVENT_NORMAL, 1, 0);
    order_begin(&op, &stream, &site);
    syncevent_recorded(&op, 9, SYNCEVENT_NORMAL);
    order_end(&op);
    hold_begin(array, &given, &site);
    scene_options.event_timeout_ms = 1;
    order_wait_event(&wait, 9);
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    order_waited_host(&wait, &site);
    scene_only(CHECK_EVENT_WAIT_SLOW);
    scene_options.event_timeout_ms = 10000;
    order_wait_event(&wait, 9);
    order_waited_host(&wait, &site);
    scene_only(CHECK_EVENT_WAIT_SLOW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(copies_add_up_by_place_and_direction, setup),
        cmocka_unit_test_setup(memory_that_nobody_holds_does_not_count, setup),
        cmocka_unit_test_setup(a_budget_is_a_limit, setup),
        cmocka_unit_test_setup(within_the_budget_nothing_is_said, setup),
        cmocka_unit_test_setup(what_is_allowed_counts_against_none, setup),
        cmocka_unit_test_setup(waits_are_counted_where_they_happen, setup),
        cmocka_unit_test_setup(the_first_use_of_each_array_counts_once, setup),
        cmocka_unit_test_setup(a_slow_wait_is_said, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
