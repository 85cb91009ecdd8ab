/* spans: structs in memory become ranges that are held: buffers by their type, the event, children
 * that were moved out. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"
#include "tracker/hold.h"
#include "tracker/memory.h"
#include "tracker/syncevent.h"

#define CUDA   2
#define DEVICE ((uintptr_t)0x7d0000000000)
#define ROWS   1000

enum { CONTEXT = 1, PRODUCING, CONSUMING, EVENT };

static struct site site = {.actor = APP, .row = UINT16_MAX};
static const struct order_stream producing = {ORDER_NONBLOCKING, CONTEXT, PRODUCING};
static const struct order_stream consuming = {ORDER_NONBLOCKING, CONTEXT, CONSUMING};

static uint64_t handle = EVENT;
static const void *buffers[2];

static int setup(void **state) {
    scene_setup(state);
    order_fork_child();
    const struct memory_what what = {.base = DEVICE, .size = 1 << 20, .context = CONTEXT};
    memory_appears(&what);
    syncevent_created(EVENT, SYNCEVENT_NORMAL, CONTEXT, 0);
    buffers[1] = (const void *)DEVICE;
    return 0;
}

static void access(const struct order_stream *stream, enum order_effect effect, uintptr_t at,
                   uint64_t size) {
    const struct order_access list = {at, size, effect, 0};
    struct order_op op;
    order_begin(&op, stream, &site);
    order_accesses(&op, &list, 1);
    order_end(&op);
}

static void record(void) {
    struct order_op op;
    order_begin(&op, &producing, &site);
    syncevent_recorded(&op, EVENT, SYNCEVENT_NORMAL);
    order_end(&op);
}

static void wait_for_event(void) {
    struct order_wait wait;
    order_wait_event(&wait, EVENT);
    order_waited_stream(&wait, &consuming, &site);
}

static struct ArrowDeviceArray device_array(void) {
    struct ArrowDeviceArray made = {
        .array = scene_array(), .device_type = CUDA, .sync_event = &handle};
    made.array.length = ROWS;
    made.array.buffers = buffers;
    return made;
}

/* int64: 8,000 bytes from the start of the buffer. */
static struct object *export_typed(struct ArrowDeviceArray *array) {
    struct ArrowSchema schema = scene_schema("l", "");
    struct object *typed = scene_export(KIND_SCHEMA, &schema, PRODUCER, 100);
    struct object *object = scene_export(KIND_DEVICE_ARRAY, array, PRODUCER, 101);
    tracker_pair(object, typed, &site);
    assert_int_equal(scene_release(typed, &schema, APP, 102), VERDICT_FORWARD);
    return object;
}

static void reads_of_its_buffers_are_judged(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS);
    record();
    export_typed(&array);
    access(&consuming, ORDER_READ, DEVICE + 8 * ROWS, 8); /* behind its end */
    assert_silent();
    access(&consuming, ORDER_READ, DEVICE + 8 * ROWS - 8, 8);
    const struct finding *said = scene_only(CHECK_READ_BEFORE_EVENT);
    assert_int_equal(said->severity, SEVERITY_ERROR);
    assert_int_equal(said->certainty, CERTAINTY_LATENT);
    assert_non_null(strstr(said->message, "before its sync_event"));
    assert_int_equal(said->n_objects, 1);
}

static bool is_pending(uint64_t event) {
    return event == EVENT;
}

static void a_pending_event_makes_it_observed(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS);
    record();
    export_typed(&array);
    act_ask(is_pending);
    access(&consuming, ORDER_READ, DEVICE, 8 * ROWS);
    act_ask(NULL);
    assert_int_equal(scene_only(CHECK_READ_BEFORE_EVENT)->certainty, CERTAINTY_OBSERVED);
}

static void a_wait_makes_them_silent(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS);
    record();
    struct object *object = export_typed(&array);
    wait_for_event();
    access(&consuming, ORDER_READ, DEVICE, 8 * ROWS);
    struct order_wait wait;
    order_wait_stream(&wait, &consuming);
    order_waited_host(&wait, &site);
    scene_release(object, &array, APP, 103);
    assert_silent();
}

static void what_is_not_typed_is_weak(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 1 << 20);
    record();
    scene_export(KIND_DEVICE_ARRAY, &array, PRODUCER, 101);
    access(&consuming, ORDER_READ, DEVICE + 8, 8);
    assert_int_equal(scene_only(CHECK_READ_BEFORE_EVENT)->severity, SEVERITY_WARNING);
}

static void an_event_in_place_of_its_address(void **state) {
    struct ArrowDeviceArray array = device_array();
    array.sync_event = (void *)(uintptr_t)EVENT;
    scene_export(KIND_DEVICE_ARRAY, &array, PRODUCER, 101);
    scene_only(CHECK_EVENT_BAD_POINTER);
}

static void a_release_ends_it(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS);
    record();
    struct object *object = export_typed(&array);
    wait_for_event();
    access(&consuming, ORDER_READ, DEVICE, 8 * ROWS);
    scene_release(object, &array, APP, 103);
    scene_only(CHECK_RELEASED_WITH_WORK_IN_FLIGHT);
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS); /* nobody holds it any more */
    assert_int_equal(scene_n_said, 1);
}

static void launch(uintptr_t first, uintptr_t last) {
    const struct order_access list[] = {{first, 0, ORDER_MAY_WRITE, ORDER_KERNEL},
                                        {last, 0, ORDER_READ, ORDER_KERNEL}};
    struct order_op op;
    order_begin(&op, &consuming, &site);
    order_accesses(&op, list, LENGTH(list));
    order_end(&op);
}

/* The end of a range is where the next one begins; that one is freed. */
static void the_end_of_a_range_is_no_use(void **state) {
    const uintptr_t next = DEVICE + (1 << 20);
    const struct memory_what what = {.base = next, .size = 1 << 20, .context = CONTEXT};
    struct ArrowDeviceArray array = device_array();
    memory_appears(&what);
    buffers[1] = (const void *)next;
    array.sync_event = NULL;
    struct object *object = export_typed(&array);
    assert_int_equal(scene_release(object, &array, APP, 103), VERDICT_FORWARD);
    assert_true(memory_is_watched(next));
    memory_vanishes(next, &site);
    assert_true(memory_is_watched(next));
    launch(DEVICE, next);
    assert_silent();
    launch(DEVICE, next + 8);
    assert_int_equal(scene_only(CHECK_BUFFER_USED_AFTER_RELEASE)->severity, SEVERITY_ERROR);
}

static void memory_of_no_array_is_forgotten(void **state) {
    assert_true(memory_is_watched(DEVICE));
    memory_vanishes(DEVICE, &site);
    assert_false(memory_is_watched(DEVICE));
    launch(DEVICE, DEVICE + 8);
    assert_silent();
}

static void host_arrays_feed_copies(void **state) {
    static int64_t values[ROWS];
    struct ArrowArray array = scene_array();
    struct ArrowSchema schema = scene_schema("l", "");
    buffers[1] = values;
    array.length = ROWS;
    array.buffers = buffers;
    struct object *typed = scene_export(KIND_SCHEMA, &schema, PRODUCER, 100);
    struct object *object = scene_export(KIND_ARRAY, &array, PRODUCER, 101);
    tracker_pair(object, typed, &site);
    access(&consuming, ORDER_READ, (uintptr_t)values, sizeof(values));
    assert_silent();
    scene_release(object, &array, APP, 103);
    const struct finding *said = scene_only(CHECK_RELEASED_WITH_WORK_IN_FLIGHT);
    assert_int_equal(said->severity, SEVERITY_WARNING); /* pageable: staged as a rule */
    scene_release(typed, &schema, APP, 104);
}

/* The child is moved out: the parent's release is not about its bytes, its own is. */
static void moved_children_hold_their_own(void **state) {
    static const void *of_child[2] = {NULL, (const void *)(DEVICE + 4096)};
    struct ArrowArray child = scene_array(), *children[1] = {&child}, moved;
    struct ArrowDeviceArray array = device_array();
    child.length = ROWS;
    child.buffers = of_child;
    array.array.n_buffers = 0;
    array.array.n_children = 1;
    array.array.children = children;
    access(&producing, ORDER_WRITE, DEVICE + 4096, 8 * ROWS);
    record();
    struct object *object = scene_export(KIND_DEVICE_ARRAY, &array, PRODUCER, 101);
    struct object *inner = object->children;
    wait_for_event();
    access(&consuming, ORDER_READ, DEVICE + 4096, 1);
    moved = child;
    child.release = NULL;
    scene_event((struct event){.kind = EVENT_MOVE, .object = inner, .self = (uintptr_t)&moved},
                site);
    access(&consuming, ORDER_READ, DEVICE + 4096, 1);
    scene_release(object, &array, APP, 103);
    assert_silent();
    scene_release(inner, &moved, APP, 104);
    scene_only(CHECK_RELEASED_WITH_WORK_IN_FLIGHT);
}

static void a_forked_child_says_nothing(void **state) {
    struct ArrowDeviceArray array = device_array();
    access(&producing, ORDER_WRITE, DEVICE, 8 * ROWS);
    record();
    struct object *object = export_typed(&array);
    wait_for_event();
    access(&consuming, ORDER_READ, DEVICE, 8 * ROWS);
    order_fork_child();
    assert_false(order_is_active());
    scene_release(object, &array, APP, 103);
    assert_silent();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reads_of_its_buffers_are_judged, setup),
        cmocka_unit_test_setup(a_pending_event_makes_it_observed, setup),
        cmocka_unit_test_setup(a_wait_makes_them_silent, setup),
        cmocka_unit_test_setup(what_is_not_typed_is_weak, setup),
        cmocka_unit_test_setup(an_event_in_place_of_its_address, setup),
        cmocka_unit_test_setup(a_release_ends_it, setup),
        cmocka_unit_test_setup(the_end_of_a_range_is_no_use, setup),
        cmocka_unit_test_setup(memory_of_no_array_is_forgotten, setup),
        cmocka_unit_test_setup(host_arrays_feed_copies, setup),
        cmocka_unit_test_setup(moved_children_hold_their_own, setup),
        cmocka_unit_test_setup(a_forked_child_says_nothing, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
