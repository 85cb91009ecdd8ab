/* order: what scenarios do not show: captures, threads, memory that is spent, ids that are used
 * again. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"
#include "tracker/graph.h"
#include "tracker/hold.h"
#include "tracker/memory.h"
#include "tracker/number.h"
#include "tracker/syncevent.h"

#define DEVICE    ((uintptr_t)0x7d0000000000)
#define N_THREADS 4
#define N_ROUNDS  400

static struct site site = {.actor = APP, .row = UINT16_MAX};

static int setup(void **state) {
    scene_setup(state);
    order_fork_child();
    const struct memory_what what = {.base = DEVICE, .size = 4096, .context = 1};
    memory_appears(&what);
    return 0;
}

static struct order_stream stream(uint64_t handle) {
    return (struct order_stream){ORDER_NONBLOCKING, 1, handle};
}

static void access(uint64_t handle, enum order_effect effect, uintptr_t at) {
    const struct order_stream on = stream(handle);
    const struct order_access list = {at, 4096, effect, 0};
    struct order_op op;
    order_begin(&op, &on, &site);
    order_accesses(&op, &list, 1);
    order_end(&op);
}

static void record(uint64_t handle, uint64_t event) {
    const struct order_stream on = stream(handle);
    struct order_op op;
    order_begin(&op, &on, &site);
    syncevent_recorded(&op, event, SYNCEVENT_NORMAL);
    order_end(&op);
}

static void wait_on(uint64_t handle, uint64_t event) {
    const struct order_stream on = stream(handle);
    struct order_wait wait;
    order_wait_event(&wait, event);
    order_waited_stream(&wait, &on, &site);
}

static void synchronise(uint64_t handle) {
    const struct order_stream on = stream(handle);
    struct order_wait wait;
    order_wait_stream(&wait, &on);
    order_waited_host(&wait, &site);
}

static struct object *hold(uintptr_t at, uint64_t event) {
    const struct hold_buffer buffer = {at, 4096, 0};
    const struct hold_given given = {
        .is = event ? HOLD_EVENT : HOLD_NO_EVENT, .event = event, .buffers = &buffer, 1};
    struct object *array =
        object_new(KIND_DEVICE_ARRAY, number_objects(KIND_DEVICE_ARRAY, 1), 0x1000, NULL);
    array->device_type = 2;
    array->device_id = 0;
    hold_begin(array, &given, &site);
    return array;
}

static void release(struct object *array) {
    hold_release_begin(array, &site);
    hold_release_end(array, &site);
    object_free(array);
}

static void what_is_captured_has_no_effect(void **state) {
    const struct order_stream on = stream(1);
    syncevent_created(9, SYNCEVENT_NORMAL, 1, 0);
    order_capture_began(&on);
    access(1, ORDER_WRITE, DEVICE);
    record(1, 9);
    wait_on(2, 9); /* takes part in the capture */
    access(2, ORDER_WRITE, DEVICE);
    order_capture_ended(&on);
    release(hold(DEVICE, 0)); /* nothing was written */
    assert_silent();
    access(2, ORDER_WRITE, DEVICE); /* but now it is */
    release(hold(DEVICE, 0));
    scene_only(CHECK_NULL_EVENT_PENDING_WORK);
}

static void a_captured_event_is_no_completion(void **state) {
    const struct order_stream on = stream(1);
    syncevent_created(9, SYNCEVENT_NORMAL, 1, 0);
    order_capture_began(&on);
    record(1, 9);
    order_capture_ended(&on);
    release(hold(DEVICE, 9));
    scene_only(CHECK_EVENT_NOT_COMPLETION);
}

/* Streams come and go: clocks do not grow with them, and old points stay what they were. */
static void streams_that_are_gone_cost_nothing(void **state) {
    size_t used = 0;
    for (unsigned i = 0; i < 2000; i++) {
        const struct order_stream on = stream(100 + i);
        order_stream_created(&on);
        access(100 + i, ORDER_WRITE, DEVICE);
        synchronise(100 + i);
        order_stream_destroyed(&on);
        if (i == 1000)
            used = memory_stats().used;
    }
    assert_true(memory_stats().used <= used);
    release(hold(DEVICE, 0));
    assert_silent();
    access(1, ORDER_WRITE, DEVICE);
    release(hold(DEVICE, 0));
    scene_only(CHECK_NULL_EVENT_PENDING_WORK);
}

static void lost_orderings_end_all_reports(void **state) {
    memory_init(0);
    for (uint64_t i = 0; i < 100000 && !order_is_blind(); i++)
        access(1000 + i, ORDER_WRITE, DEVICE);
    memory_init((size_t)64 << 20);
    assert_true(order_is_blind());
    assert_true(order_n_dropped() > 0);
    access(1, ORDER_WRITE, DEVICE);
    release(hold(DEVICE, 0));
    assert_silent();
}

/* Each thread's own streams, events, arrays; one allocation and one stream of all. */
static void *work(void *context) {
    uint64_t id = 10 * ((uintptr_t)context + 1);
    uintptr_t at = DEVICE + 0x100000 * id;
    for (unsigned i = 0; i < N_ROUNDS; i++) {
        const struct memory_what what = {.base = at, .size = 4096, .context = 1};
        memory_appears(&what);
        syncevent_created(id, SYNCEVENT_NORMAL, 1, 0);
        access(id, ORDER_WRITE, at);
        record(id, id);
        struct object *array = hold(at, id);
        wait_on(id + 1, id);
        access(id + 1, ORDER_READ, at);
        access(5, ORDER_READ, DEVICE);
        synchronise(id + 1);
        release(array);
        syncevent_destroyed(id, &site);
        memory_vanishes(at, &site);
    }
    return NULL;
}

static void threads_that_do_it_right_are_silent(void **state) {
    pthread_t threads[N_THREADS];
    for (uintptr_t i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    for (unsigned i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_silent();
    assert_false(order_is_blind());
}

static void a_graph_that_is_too_large_is_weak(void **state) {
    static struct graph_node nodes[GRAPH_MOST + 1];
    const struct order_access write = {DEVICE, 4096, ORDER_WRITE, 0};
    const struct order_stream on = stream(1);
    struct order_op op;
    nodes[GRAPH_MOST] = (struct graph_node){.accesses = &write, .n_accesses = 1};
    order_begin(&op, &on, &site);
    graph_launched(&op, 77, nodes, GRAPH_MOST + 1);
    order_end(&op);
    release(hold(DEVICE, 0));
    assert_int_equal(scene_only(CHECK_NULL_EVENT_PENDING_WORK)->severity, SEVERITY_WARNING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_captured_has_no_effect, setup),
        cmocka_unit_test_setup(a_captured_event_is_no_completion, setup),
        cmocka_unit_test_setup(streams_that_are_gone_cost_nothing, setup),
        cmocka_unit_test_setup(threads_that_do_it_right_are_silent, setup),
        cmocka_unit_test_setup(a_graph_that_is_too_large_is_weak, setup),
        cmocka_unit_test_setup(lost_orderings_end_all_reports, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
