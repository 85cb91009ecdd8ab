/* queue: operations behind wait lists, in queues with and without order; events that are counted,
 * promised, seen; handles in place of addresses. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/queue.h"

#include "tests/unit/scene/scene.h"
#include "tracker/hold.h"
#include "tracker/memory.h"
#include "tracker/named.h"
#include "tracker/number.h"
#include "tracker/syncevent.h"

#define AT   ((uintptr_t)0x7d0000000000)
#define SIZE 4096

static const struct order_stream unordered = {ORDER_UNORDERED, 1, 7},
                                 other = {ORDER_NONBLOCKING, 1, 8};
static struct site site = {.actor = APP, .row = UINT16_MAX};

static int setup(void **state) {
    scene_setup(state);
    order_fork_child();
    const struct memory_what what = {.base = AT, .size = SIZE, .context = 1, .device = -1};
    memory_appears(&what);
    return 0;
}

/* One command; event 0: none to wait for, none to give. */
static void put(const struct order_stream *queue, enum order_effect effect, uint64_t waits,
                uint64_t gives) {
    const struct queue_after after = {.events = &waits, .n = waits ? 1 : 0};
    const struct order_access access = {AT, SIZE, effect, 0};
    struct order_op op;
    queue_begin(&op, queue, &after, &site);
    queue_followed(&op, &after);
    order_accesses(&op, &access, 1);
    if (gives)
        queue_gave(&op, gives, 1, NULL);
    order_end(&op);
}

/* A marker, or a barrier, without a list. */
static void mark(const struct order_stream *queue, bool holds, uint64_t gives) {
    const struct queue_after after = {.all = true, .holds = holds};
    struct order_op op;
    queue_begin(&op, queue, &after, &site);
    if (gives)
        queue_gave(&op, gives, 1, NULL);
    order_end(&op);
}

static void host_waits(uint64_t event) {
    struct order_wait wait;
    queue_flushed_of(event);
    order_wait_event(&wait, event);
    order_waited_host(&wait, &site);
}

static struct object *hold(uintptr_t at, uint64_t event) {
    const struct hold_buffer buffer = {named_address(at), SIZE, 0};
    const struct hold_given given = {
        .is = event ? HOLD_EVENT : HOLD_NO_EVENT, .event = event, .buffers = &buffer, 1};
    struct object *array =
        object_new(KIND_DEVICE_ARRAY, number_objects(KIND_DEVICE_ARRAY, 1), 0x1000, NULL);
    array->device_type = 4;
    array->device_id = -1;
    hold_begin(array, &given, &site);
    return array;
}

static void release(struct object *array) {
    hold_release_begin(array, &site);
    hold_release_end(array, &site);
    object_free(array);
}

static void commands_of_one_queue_are_not_ordered(void **state) {
    put(&unordered, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    put(&unordered, ORDER_READ, 0, 0);
    assert_int_equal(scene_only(CHECK_READ_BEFORE_EVENT)->severity, SEVERITY_ERROR);
    queue_flushed(&unordered);
    host_waits(1);
    release(array);
}

static void a_list_orders_and_so_does_a_chain(void **state) {
    put(&unordered, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    mark(&unordered, false, 2); /* after all before it */
    put(&unordered, ORDER_READ, 2, 3);
    put(&unordered, ORDER_READ, 1, 4);
    host_waits(3);
    host_waits(4);
    release(array);
    assert_silent();
}

static void a_barrier_holds_back_and_a_marker_does_not(void **state) {
    put(&unordered, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    mark(&unordered, true, 0);
    put(&unordered, ORDER_READ, 0, 2);
    assert_silent();
    host_waits(2);
    release(array);
    put(&unordered, ORDER_WRITE, 0, 3);
    array = hold(AT, 3);
    mark(&unordered, false, 0);
    put(&unordered, ORDER_READ, 0, 0);
    scene_only(CHECK_READ_BEFORE_EVENT);
    release(array);
}

static void put_in_vain(const struct order_stream *queue, uint64_t waits, bool holds) {
    const struct queue_after after = {.events = &waits, .n = waits ? 1 : 0, .holds = holds};
    struct order_op op;
    queue_begin(&op, queue, &after, &site);
    order_fail(&op);
}

static void what_fails_orders_nothing(void **state) {
    const struct order_stream *const queues[] = {&unordered, &other};
    const struct order_stream writer = {ORDER_NONBLOCKING, 1, 9};
    for (unsigned i = 0; i < LENGTH(queues); i++) {
        put(&writer, ORDER_WRITE, 0, 1);
        struct object *array = hold(AT, 1);
        put_in_vain(queues[i], 1, true);
        put(queues[i], ORDER_READ, 0, 2);
        scene_only(CHECK_READ_BEFORE_EVENT);
        scene_n_said = 0;
        host_waits(2);
        release(array);
        assert_silent();
    }
}

static void a_whole_queue_can_be_waited_for(void **state) {
    struct order_wait wait;
    put(&unordered, ORDER_WRITE, 0, 1);
    put(&unordered, ORDER_READ, 1, 0);
    order_wait_stream(&wait, &unordered);
    order_waited_host(&wait, &site);
    release(hold(AT, 0));
    assert_silent();
}

/* Any number of commands in a row takes one lane, any number side by side not more than there are.
 */
static void lanes_are_bounded(void **state) {
    size_t used = 0;
    for (uint64_t i = 1; i < 3000; i++) {
        put(&unordered, ORDER_WRITE, i > 1 ? i - 1 : 0, i);
        if (i > 1)
            syncevent_released(i - 1, &site);
        if (i == 1000)
            used = memory_stats().used;
    }
    assert_true(memory_stats().used <= used);
    for (unsigned i = 0; i < 1000; i++)
        put(&unordered, ORDER_READ, 2999, 0);
    assert_true(memory_stats().used <= used + (256u << 10));
    assert_false(order_is_blind());
    assert_silent();
}

static void what_the_host_promises_is_known_when_it_is_kept(void **state) {
    queue_promised(5, 1, NULL);
    put(&other, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    put(&unordered, ORDER_READ, 5, 6); /* may be after anything */
    assert_int_equal(scene_only(CHECK_READ_BEFORE_EVENT)->severity, SEVERITY_WARNING);
    host_waits(1);
    syncevent_completed(5, &site);
    put(&unordered, ORDER_READ, 6, 7); /* after all that the host had waited for */
    assert_int_equal(scene_n_said, 1);
    host_waits(7);
    release(array);
    assert_int_equal(scene_n_said, 1);
}

static void a_promise_kept_too_early_covers_nothing(void **state) {
    queue_promised(5, 1, NULL);
    put(&other, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 5);
    assert_silent();
    syncevent_completed(5, &site);
    scene_only(CHECK_EVENT_BEFORE_DATA);
    host_waits(1);
    release(array);
}

static void a_look_is_weaker_than_a_wait(void **state) {
    put(&other, ORDER_WRITE, 0, 1);
    queue_glimpsed(1);
    struct object *array = hold(AT, 0);
    assert_int_equal(scene_only(CHECK_NULL_EVENT_PENDING_WORK)->severity, SEVERITY_WARNING);
    release(array);
}

static void the_last_reference_ends_an_event(void **state) {
    put(&other, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    syncevent_retained(1);
    syncevent_released(1, &site);
    assert_silent();
    syncevent_released(1, &site);
    scene_only(CHECK_EVENT_DESTROYED_EARLY);
    release(array);
}

static void another_queue_needs_a_flush(void **state) {
    put(&other, ORDER_WRITE, 0, 1);
    struct object *array = hold(AT, 1);
    put(&other, ORDER_READ, 1, 0); /* its own */
    assert_silent();
    put(&unordered, ORDER_READ, 1, 0);
    scene_only(CHECK_EVENT_NOT_FLUSHED);
    release(array);
}

static void a_handle_stands_for_bytes(void **state) {
    const uintptr_t handle = 0x5500, at = named_room(SIZE);
    const struct memory_what what = {
        .base = at, .size = SIZE, .kind = MEMORY_COUNTED, .device = -1};
    assert_true(named_room(SIZE) >= at + SIZE);
    memory_appears(&what);
    named_add(handle, at);
    assert_int_equal(named_address(handle), at);
    assert_int_equal(named_address(handle + 1), handle + 1);
    struct object *array = hold(handle, 0);
    memory_vanishes(at, &site);
    named_remove(handle);
    scene_only(CHECK_BUFFER_FREED_WHILE_HELD);
    assert_int_equal(named_address(handle), handle);
    release(array);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(commands_of_one_queue_are_not_ordered, setup),
        cmocka_unit_test_setup(a_list_orders_and_so_does_a_chain, setup),
        cmocka_unit_test_setup(a_barrier_holds_back_and_a_marker_does_not, setup),
        cmocka_unit_test_setup(what_fails_orders_nothing, setup),
        cmocka_unit_test_setup(a_whole_queue_can_be_waited_for, setup),
        cmocka_unit_test_setup(lanes_are_bounded, setup),
        cmocka_unit_test_setup(what_the_host_promises_is_known_when_it_is_kept, setup),
        cmocka_unit_test_setup(a_promise_kept_too_early_covers_nothing, setup),
        cmocka_unit_test_setup(a_look_is_weaker_than_a_wait, setup),
        cmocka_unit_test_setup(the_last_reference_ends_an_event, setup),
        cmocka_unit_test_setup(another_queue_needs_a_flush, setup),
        cmocka_unit_test_setup(a_handle_stands_for_bytes, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
