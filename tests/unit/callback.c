/* callback: the restore rule around a producer's callbacks: what is refused, what put back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/unit.h"

#include <errno.h>

#include "hooks/callback.h"
#include "hooks/handover.h"
#include "tests/unit/stages.h"

/* A producer that looks at its own struct as the ADBC driver manager does: foreign release, no
 * service. */
static int n_released, n_own, last_errno;

static void release_array(struct ArrowArray *array) {
    n_released++;
    n_own += array->release == release_array;
    errno = ENOENT;
    array->release = NULL;
}

static void release_and_forget(struct ArrowArray *array) {
    n_released++;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
    n_released++;
    n_own += stream->release == release_stream;
    stream->release = NULL;
    stream->get_next = NULL; /* as some producers do */
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    n_own += stream->release == release_stream;
    *out = (struct ArrowSchema){.format = "l", .release = release_schema};
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    static const void *buffers[2];
    n_own += stream->release == release_stream;
    *out = (struct ArrowArray){
        .length = 3, .n_buffers = 2, .buffers = buffers, .release = release_array};
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    n_own += stream->release == release_stream;
    return "nothing wrong";
}

static struct object *see(enum object_kind kind, void *self) {
    struct hook_guard guard;
    assert_true(hook_enter(&guard));
    struct site site = handover_site((uintptr_t)see, 0);
    struct object *object = handover_see(kind, (uintptr_t)self, ROLE_GIVES, &site, NULL);
    hook_leave(&guard);
    return object;
}

static struct ArrowArray new_array(void) {
    static const void *buffers[2];
    return (struct ArrowArray){
        .length = 1, .n_buffers = 2, .buffers = buffers, .release = release_array};
}

static int reset(void **state) {
    n_released = n_own = 0;
    return 0;
}

static void the_producer_finds_its_own_release(void **state) {
    struct ArrowArray array = new_array();
    assert_non_null(see(KIND_ARRAY, &array));
    assert_int_not_equal(thunk_slot_of((uintptr_t)array.release), THUNK_NONE);
    array.release(&array);
    assert_int_equal(n_released, 1);
    assert_int_equal(n_own, 1);
    assert_null(array.release);
    last_errno = errno;
}

static void a_second_release_does_not_reach_the_producer(void **state) {
    struct ArrowArray array = new_array();
    see(KIND_ARRAY, &array);
    struct ArrowArray copy = array;
    array.release(&array);
    copy.release(&copy);
    assert_int_equal(n_released, 1);
    assert_null(copy.release);
}

static void a_moved_struct_is_released_at_its_new_place(void **state) {
    struct ArrowArray array = new_array(), moved;
    struct object *object = see(KIND_ARRAY, &array);
    moved = array;
    array.release = NULL;
    moved.release(&moved);
    assert_int_equal(n_released, 1);
    assert_int_equal(n_own, 1);
    assert_int_equal(object->state, STATE_RELEASED);
}

static void a_field_nulled_before_the_call_stays_null(void **state) {
    struct ArrowArray array = new_array();
    see(KIND_ARRAY, &array);
    void (*release)(struct ArrowArray *) = array.release;
    array.release = NULL;
    release(&array);
    assert_int_equal(n_released, 1);
    assert_int_equal(n_own, 0);
    assert_null(array.release);
}

static void what_was_not_cleared_gets_the_dead_thunk(void **state) {
    struct ArrowArray array = new_array();
    array.release = release_and_forget;
    see(KIND_ARRAY, &array);
    array.release(&array);
    assert_int_not_equal(thunk_slot_of((uintptr_t)array.release), THUNK_NONE);
    array.release(&array);
    assert_int_equal(n_released, 1);
}

static void every_stream_callback_keeps_the_rule(void **state) {
    struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, NULL};
    struct ArrowSchema schema;
    struct ArrowArray array;
    see(KIND_STREAM, &stream);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_int_equal(stream.get_next(&stream, &array), 0);
    assert_string_equal(stream.get_last_error(&stream), "nothing wrong");
    assert_int_equal(n_own, 3);
    /* What it gave is watched too. */
    assert_int_not_equal(thunk_slot_of((uintptr_t)schema.release), THUNK_NONE);
    assert_int_not_equal(thunk_slot_of((uintptr_t)array.release), THUNK_NONE);
    schema.release(&schema);
    array.release(&array);
    stream.release(&stream);
    assert_int_equal(n_released, 2);
    assert_null(stream.release);
    assert_null(stream.get_next);
}

static void a_released_stream_answers_for_itself(void **state) {
    struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, NULL};
    see(KIND_STREAM, &stream);
    struct ArrowArrayStream copy = stream;
    stream.release(&stream);
    struct ArrowArray array = {.release = release_array};
    n_own = 0;
    assert_int_equal(copy.get_next(&copy, &array), EINVAL);
    assert_null(array.release);
    assert_non_null(copy.get_last_error(&copy));
    assert_int_equal(n_own, 0);
}

static void children_are_wrapped_and_left_alone_afterwards(void **state) {
    struct ArrowArray child = new_array(), parent = new_array();
    struct ArrowArray *children[1] = {&child};
    parent.n_children = 1;
    parent.children = children;
    struct object *object = see(KIND_ARRAY, &parent);
    assert_non_null(object->children);
    void (*wrapped)(struct ArrowArray *) = child.release;
    assert_int_not_equal(thunk_slot_of((uintptr_t)wrapped), THUNK_NONE);
    parent.release(&parent);
    assert_ptr_equal(child.release, wrapped);
}

static void a_wrapped_struct_is_known_again(void **state) {
    struct ArrowArray array = new_array();
    struct object *first = see(KIND_ARRAY, &array);
    void (*wrapped)(struct ArrowArray *) = array.release;
    assert_ptr_equal(see(KIND_ARRAY, &array), first);
    assert_ptr_equal(array.release, wrapped);
    array.release(&array);
}

static void errno_is_the_producers(void **state) {
    struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, NULL};
    struct ArrowSchema schema;
    see(KIND_STREAM, &stream);
    errno = EDOM;
    stream.get_schema(&stream, &schema);
    assert_int_equal(errno, EDOM);
    schema.release(&schema);
    stream.release(&stream);
}

static void hostile_structs_are_left_as_they_are(void **state) {
    struct ArrowArray nowhere = new_array();
    nowhere.release = (void (*)(struct ArrowArray *))(uintptr_t)16;
    assert_null(see(KIND_ARRAY, &nowhere));
    assert_int_equal((uintptr_t)nowhere.release, 16);
    assert_null(see(KIND_ARRAY, (void *)(uintptr_t)64));
    struct ArrowArray counts = new_array();
    counts.n_children = 5; /* children NULL */
    assert_non_null(see(KIND_ARRAY, &counts));
    counts.release(&counts);
    struct ArrowArray negative = new_array();
    negative.n_children = -3;
    negative.n_buffers = -1;
    assert_non_null(see(KIND_ARRAY, &negative));
    negative.release(&negative);
    struct ArrowArray cycle = new_array();
    struct ArrowArray *itself[2] = {&cycle, &cycle};
    cycle.n_children = 2;
    cycle.children = itself;
    cycle.dictionary = &cycle;
    assert_non_null(see(KIND_ARRAY, &cycle));
    cycle.release(&cycle);
    assert_int_equal(n_released, 3);
}

int main(void) {
    stages_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_producer_finds_its_own_release, reset),
        cmocka_unit_test_setup(a_second_release_does_not_reach_the_producer, reset),
        cmocka_unit_test_setup(a_moved_struct_is_released_at_its_new_place, reset),
        cmocka_unit_test_setup(a_field_nulled_before_the_call_stays_null, reset),
        cmocka_unit_test_setup(what_was_not_cleared_gets_the_dead_thunk, reset),
        cmocka_unit_test_setup(every_stream_callback_keeps_the_rule, reset),
        cmocka_unit_test_setup(a_released_stream_answers_for_itself, reset),
        cmocka_unit_test_setup(children_are_wrapped_and_left_alone_afterwards, reset),
        cmocka_unit_test_setup(a_wrapped_struct_is_known_again, reset),
        cmocka_unit_test_setup(errno_is_the_producers, reset),
        cmocka_unit_test_setup(hostile_structs_are_left_as_they_are, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
