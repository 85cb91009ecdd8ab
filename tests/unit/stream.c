/* stream: calls of a stream's callbacks, and what its chunks are typed with. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"
#include "tracker/type.h"

static enum verdict call(enum event_kind kind, struct object *stream, void *self, stack_id line) {
    return scene_event((struct event){.kind = kind, .object = stream, .self = (uintptr_t)self},
                       scene_site(APP, line));
}

static void returns(struct object *stream, void *self, int callback, int status) {
    scene_leave(stream);
    scene_event((struct event){.kind = EVENT_CALLBACK_END,
                               .object = stream,
                               .self = (uintptr_t)self,
                               .callback = callback,
                               .status = status},
                scene_site(APP, 9));
}

static void a_clean_stream_is_silent(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    assert_int_equal(call(EVENT_GET_SCHEMA, object, &stream, 2), VERDICT_FORWARD);
    returns(object, &stream, 1, 0);
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(call(EVENT_GET_NEXT, object, &stream, 3), VERDICT_FORWARD);
        returns(object, &stream, 2, 0);
    }
    call(EVENT_GET_NEXT, object, &stream, 4);
    returns(object, &stream, 2, 5);
    call(EVENT_GET_LAST_ERROR, object, &stream, 5);
    returns(object, &stream, 3, 0);
    scene_release(object, &stream, APP, 6);
    tracker_end(true);
    assert_silent();
    assert_true(object->n_transitions <= 32);
    assert_int_equal(object->first->kind, EVENT_EXPORT);
    assert_int_equal(object->last->kind, EVENT_RELEASE_END);
    assert_int_equal(object_lost(), 0);
}

static void called_after_release(void **state) {
    static const enum event_kind kinds[] = {EVENT_GET_LAST_ERROR, EVENT_GET_SCHEMA, EVENT_GET_NEXT};
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    scene_release(object, &stream, APP, 2);
    for (unsigned i = 0; i < LENGTH(kinds); i++) {
        scene_n_said = 0;
        assert_int_equal(call(kinds[i], object, &stream, 3), VERDICT_REFUSE);
        const struct finding *finding = scene_only(CHECK_CALL_ON_RELEASED_STREAM);
        assert_int_equal(finding->before, APP * 100 + 2);
        assert_string_equal(finding->who, "app");
    }
    /* it is asked why that failed */
    scene_n_said = 0;
    assert_int_equal(call(EVENT_GET_LAST_ERROR, object, &stream, 4), VERDICT_REFUSE);
    assert_silent();
}

static void called_after_move(void **state) {
    struct ArrowArrayStream stream = scene_stream(), moved;
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    moved = stream;
    stream.release = NULL;
    call(EVENT_GET_SCHEMA, object, &moved, 2);
    returns(object, &moved, 1, 0);
    assert_silent();
    assert_int_equal(call(EVENT_GET_NEXT, object, &stream, 3), VERDICT_REFUSE);
    scene_only(CHECK_CALL_ON_RELEASED_STREAM);
    /* a copy that was never marked released is used by some drivers */
    scene_n_said = 0;
    stream.release = moved.release;
    assert_int_equal(call(EVENT_GET_NEXT, object, &stream, 3), VERDICT_FORWARD);
    returns(object, &stream, 2, 0);
    assert_silent();
    scene_release(object, &moved, APP, 4);
}

static void two_threads_inside(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    call(EVENT_GET_NEXT, object, &stream, 2);
    call(EVENT_GET_SCHEMA, object, &stream, 3); /* its own callback asks for its own schema */
    returns(object, &stream, 1, 0);
    assert_silent();
    object->inside_tid += 1;
    assert_int_equal(call(EVENT_GET_NEXT, object, &stream, 4), VERDICT_FORWARD);
    scene_only(CHECK_CONCURRENT_GET_NEXT);
    returns(object, &stream, 2, 0);
    scene_n_said = 0;
    object->inside_tid += 1;
    scene_release(object, &stream, APP, 5);
    assert_non_null(strstr(scene_only(CHECK_CONCURRENT_GET_NEXT)->message, "release of stream#"));
    returns(object, &stream, 2, 0);
}

static void error_asked_for_without_one(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    call(EVENT_GET_NEXT, object, &stream, 2);
    returns(object, &stream, 2, 0);
    assert_int_equal(call(EVENT_GET_LAST_ERROR, object, &stream, 3), VERDICT_FORWARD);
    returns(object, &stream, 3, 0);
    assert_int_equal(scene_only(CHECK_LAST_ERROR_WITHOUT_ERROR)->severity, SEVERITY_NOTE);
    scene_release(object, &stream, APP, 4);
}

static void chunks_know_their_type(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    struct ArrowSchema schema = scene_schema("l", "id");
    struct object *typed = scene_adopt(KIND_SCHEMA, &schema, scene_site(APP, 2), object);
    scene_release(typed, &schema, APP, 3);
    scene_forget_all();
    struct ArrowArray chunk = scene_array();
    struct object *array = scene_adopt(KIND_ARRAY, &chunk, scene_site(APP, 4), object);
    assert_string_equal(array->type->name, "int64");
    assert_int_equal(array->bytes, 32);
    scene_release(array, &chunk, APP, 5);
    scene_release(object, &stream, APP, 6);
    assert_silent();
}

static void chunk_on_another_device(void **state) {
    struct ArrowDeviceArrayStream stream = {
        .device_type = 2, .release = (void (*)(struct ArrowDeviceArrayStream *))CODE(PRODUCER)};
    struct object *object = scene_export(KIND_DEVICE_STREAM, &stream, APP, 1);
    struct ArrowDeviceArray chunk = {.array = scene_array(), .device_type = 2};
    struct object *good = scene_adopt(KIND_DEVICE_ARRAY, &chunk, scene_site(APP, 2), object);
    assert_silent();
    scene_release(good, &chunk, APP, 3);
    chunk = (struct ArrowDeviceArray){.array = scene_array(), .device_type = 1};
    struct object *bad = scene_adopt(KIND_DEVICE_ARRAY, &chunk, scene_site(APP, 2), object);
    const struct finding *finding = scene_only(CHECK_CHUNK_ON_OTHER_DEVICE);
    assert_string_equal(finding->who, "libprod.so");
    assert_non_null(strstr(finding->message, "lies on device type 1, its stream says 2"));
    scene_release(bad, &chunk, APP, 3);
    scene_release(object, &stream, APP, 4);
}

/* Whose work a fault is: of a stream's own callback, or of the one that gave a chunk. */
static void findings_name_the_callback(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    struct ArrowArray chunk = scene_array();
    chunk.length = -1;
    struct object *array = scene_adopt(KIND_ARRAY, &chunk, scene_site(APP, 2), object);
    const struct finding *finding = scene_only(CHECK_NEGATIVE_LENGTH);
    assert_string_equal(finding->callback, "get_next");
    assert_int_equal(finding->callback_code, CODE(PRODUCER) + 2);
    scene_n_said = 0;
    call(EVENT_GET_SCHEMA, object, &stream, 3);
    scene_event(
        (struct event){
            .kind = EVENT_THROW, .object = object, .self = (uintptr_t)&stream, .callback = 1},
        scene_site(APP, 3));
    finding = scene_only(CHECK_CALLBACK_THREW);
    assert_string_equal(finding->callback, "get_schema");
    assert_int_equal(finding->callback_code, CODE(PRODUCER) + 1);
    scene_leave(object);
    scene_n_said = 0;
    chunk.length = 0;
    scene_release(array, &chunk, APP, 4);
    scene_release(object, &stream, APP, 5);
    scene_release(object, &stream, APP, 6);
    assert_null(scene_only(CHECK_DOUBLE_RELEASE)->callback); /* the consumer's fault */
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_clean_stream_is_silent),    TEST(called_after_release),
        TEST(called_after_move),           TEST(two_threads_inside),
        TEST(error_asked_for_without_one), TEST(chunks_know_their_type),
        TEST(chunk_on_another_device),     TEST(findings_name_the_callback),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
