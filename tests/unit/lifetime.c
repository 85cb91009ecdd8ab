/* lifetime: sequences of events and what they break, or do not. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"
#include "tracker/crash.h"

static void a_clean_life_is_silent(void **state) {
    struct ArrowArray array = scene_array(), moved;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    scene_hand(EVENT_HAND_OVER, object, &array, scene_site(APP, 2));
    moved = array;
    array.release = NULL;
    scene_hand(EVENT_IMPORT, object, &moved, scene_site(PLUGIN, 3));
    assert_int_equal(scene_release(object, &moved, PLUGIN, 4), VERDICT_FORWARD);
    assert_int_equal(object->state, STATE_RELEASED);
    assert_int_equal(scene_n_retired, 1);
    tracker_end(true);
    assert_silent();
}

static void second_release_is_held_back(void **state) {
    struct ArrowArray array = scene_array(), copy;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    copy = array;
    scene_release(object, &array, APP, 2);
    assert_int_equal(scene_release(object, &copy, PLUGIN, 3), VERDICT_REFUSE);
    const struct finding *finding = scene_only(CHECK_DOUBLE_RELEASE);
    char wanted[128], name[24];
    snprintf(wanted, sizeof(wanted), "release of %s called a second time",
             object_name(object, name));
    assert_string_equal(finding->message, wanted);
    snprintf(wanted, sizeof(wanted), "through a copy at %p of the struct last seen at %p",
             (void *)&copy, (void *)&array);
    assert_string_equal(finding->note, wanted);
    assert_string_equal(finding->who, "plugin.so");
    assert_int_equal(finding->severity, SEVERITY_ERROR);
    assert_int_equal(finding->now, PLUGIN * 100 + 3);
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_int_equal(finding->origin, APP * 100 + 1);
    assert_int_equal(finding->n_events, 3);
    assert_string_equal(scene_events[finding->events[0]].kind, "export");
    assert_string_equal(scene_events[finding->events[1]].kind, "release-end");
    assert_string_equal(scene_events[finding->events[2]].kind, "release-begin");
    assert_int_equal(scene_n_retired, 1);
}

static void every_kind_knows_a_second_release(void **state) {
    struct ArrowDeviceArrayStream device_stream = {
        .device_type = 2, .release = (void (*)(struct ArrowDeviceArrayStream *))CODE(PRODUCER)};
    struct ArrowDeviceArray device_array = {.array = scene_array(), .device_type = 2};
    struct ArrowArrayStream stream = scene_stream();
    struct ArrowSchema schema = scene_schema("l", "id");
    struct ArrowArray array = scene_array();
    struct ArrowAsyncDeviceStreamHandler handler = {
        .release = (void (*)(struct ArrowAsyncDeviceStreamHandler *))CODE(PRODUCER)};
    void *structs[] = {&array, &schema, &stream, &device_array, &device_stream, &handler};
    for (unsigned kind = 0; kind < LENGTH(structs); kind++) {
        struct object *object = scene_export((enum object_kind)kind, structs[kind], APP, 1);
        assert_int_equal(scene_release(object, structs[kind], APP, 2), VERDICT_FORWARD);
        assert_int_equal(scene_n_said, kind);
        assert_int_equal(scene_release(object, structs[kind], APP, 3), VERDICT_REFUSE);
        assert_int_equal(scene_said[kind].check, CHECK_DOUBLE_RELEASE);
        assert_string_equal(scene_said[kind].note, "");
    }
}

static void release_from_inside_itself_is_held_back(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 2);
    scene_release_begin(object, &array, site);
    assert_int_equal(scene_release(object, &array, PRODUCER, 3), VERDICT_REFUSE);
    array.release = NULL;
    scene_release_end(object, &array, site);
    scene_only(CHECK_DOUBLE_RELEASE);
    assert_int_equal(object->state, STATE_RELEASED);
}

/* A second thread arrives while the first is inside: refused, said once, nothing else said. */
static void second_thread_in_release_is_held_back(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 2);
    scene_release_begin(object, &array, site);
    object->inside_tid += 1;
    assert_int_equal(scene_release(object, &array, PLUGIN, 3), VERDICT_REFUSE);
    assert_int_equal(scene_release(object, &array, PLUGIN, 4), VERDICT_REFUSE);
    const struct finding *finding = scene_only(CHECK_CONCURRENT_RELEASE);
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_string_equal(finding->who, "plugin.so");
    array.release = NULL;
    scene_release_end(object, &array, site);
    assert_int_equal(scene_n_said, 1);
    const struct transition *end = object->first->next;
    assert_int_equal(end->kind, EVENT_RELEASE_END); /* the refused call keeps its own row */
    assert_int_equal(end->next->kind, EVENT_RELEASE_BEGIN);
}

static void stale_copy_handed_over(void **state) {
    struct ArrowArray array = scene_array(), copy;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    copy = array;
    scene_release(object, &array, APP, 2);
    scene_hand(EVENT_HAND_OVER, object, &copy, scene_site(PLUGIN, 3));
    const struct finding *finding = scene_only(CHECK_USE_AFTER_RELEASE);
    assert_int_equal(finding->severity, SEVERITY_ERROR);
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_string_equal(finding->who, "plugin.so");
    /* a capsule's destructor only looks */
    scene_n_said = 0;
    scene_hand(EVENT_DROP, object, &copy, scene_site(APP, 4));
    assert_silent();
}

static void hand_released(void *self, bool refused, bool may_fill) {
    struct site site = scene_site(APP, 5);
    site.refused = refused;
    site.may_fill = may_fill;
    site.takes = !may_fill;
    scene_event((struct event){.kind = may_fill ? EVENT_HAND_OVER : EVENT_IMPORT,
                               .object = object_last_at((uintptr_t)self, KIND_ARRAY),
                               .self = (uintptr_t)self,
                               .content = CONTENT_RELEASED},
                site);
}

static void released_struct_given_away(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    scene_release(object, &array, APP, 2);
    hand_released(&array, false, true); /* a capsule may be read to be filled */
    assert_silent();
    hand_released(&array, false, false);
    assert_int_equal(scene_only(CHECK_USE_AFTER_RELEASE)->severity, SEVERITY_ERROR);
    assert_int_equal(scene_said[0].certainty, CERTAINTY_OBSERVED);
    scene_n_said = 0;
    hand_released(&array, true, false);
    assert_int_equal(scene_only(CHECK_USE_AFTER_RELEASE)->severity, SEVERITY_WARNING);
    scene_n_said = 0;
    memset(&array, 0, sizeof(array)); /* nothing proves that it is the same struct */
    hand_released(&array, false, false);
    assert_int_equal(scene_only(CHECK_USE_AFTER_RELEASE)->severity, SEVERITY_WARNING);
    assert_int_equal(scene_said[0].certainty, CERTAINTY_INFERRED);
    scene_n_said = 0;
    array.private_data = &array; /* something else stands there by now */
    hand_released(&array, false, false);
    const struct finding *finding = scene_only(CHECK_UNINITIALISED_STRUCT);
    assert_int_equal(finding->severity, SEVERITY_WARNING);
    assert_int_equal(finding->n_objects, 0);
}

static void moved_struct_given_away(void **state) {
    struct ArrowArray array = scene_array(), moved;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    moved = array;
    array.release = NULL;
    hand_released(&array, true, false); /* moved to where we did not see it yet */
    assert_int_equal(scene_only(CHECK_USE_AFTER_MOVE)->severity, SEVERITY_WARNING);
    scene_n_said = 0;
    scene_hand(EVENT_HAND_OVER, object, &moved, scene_site(PLUGIN, 3));
    assert_silent();
    hand_released(&array, false, false);
    assert_int_equal(scene_only(CHECK_USE_AFTER_MOVE)->severity, SEVERITY_ERROR);
    assert_int_equal(scene_said[0].before, PLUGIN * 100 + 3);
    scene_n_said = 0;
    scene_release(object, &moved, PLUGIN, 4);
    hand_released(&array, false, false);
    scene_only(CHECK_USE_AFTER_MOVE);
    scene_n_said = 0;
    hand_released(&moved, false, false);
    scene_only(CHECK_USE_AFTER_RELEASE);
}

static void struct_never_filled(void **state) {
    struct ArrowArray array = {0};
    hand_released(&array, true, true);
    assert_silent();
    hand_released(&array, true, false);
    assert_int_equal(scene_only(CHECK_UNINITIALISED_STRUCT)->severity, SEVERITY_WARNING);
    scene_n_said = 0;
    scene_event((struct event){.kind = EVENT_HAND_OVER,
                               .self = (uintptr_t)&array,
                               .content = CONTENT_GARBAGE},
                scene_site(APP, 2));
    assert_int_equal(scene_only(CHECK_UNINITIALISED_STRUCT)->severity, SEVERITY_ERROR);
    assert_string_equal(scene_said[0].who, "app");
}

static void copy_used_beside_its_source(void **state) {
    struct ArrowArray array = scene_array(), copy;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    copy = array;
    scene_hand(EVENT_HAND_OVER, object, &copy, scene_site(PLUGIN, 2));
    assert_silent(); /* a source left as it was may be a move */
    scene_hand(EVENT_HAND_OVER, object, &array, scene_site(APP, 3));
    const struct finding *finding = scene_only(CHECK_STRAY_COPY);
    assert_int_equal(finding->severity, SEVERITY_WARNING);
    assert_int_equal(finding->before, PLUGIN * 100 + 2);
    scene_hand(EVENT_HAND_OVER, object, &copy, scene_site(PLUGIN, 4));
    assert_int_equal(scene_n_said, 1);
}

static void copies_in_one_call(void **state) {
    struct ArrowArray array = scene_array(), copy;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(PLUGIN, 2);
    copy = array;
    scene_hand(EVENT_IMPORT, object, &array, site);
    scene_hand(EVENT_IMPORT, object, &copy, site);
    scene_only(CHECK_STRAY_COPY);
}

static void moves_there_and_back_are_silent(void **state) {
    struct ArrowArray array = scene_array(), other;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    for (unsigned i = 0; i < 3; i++) {
        other = array;
        array.release = NULL;
        scene_hand(EVENT_HAND_OVER, object, &other, scene_site(APP, 2));
        array = other;
        other.release = NULL;
        scene_hand(EVENT_HAND_OVER, object, &array, scene_site(APP, 3));
    }
    assert_silent();
}

static void copies_of_a_stream_are_silent(void **state) {
    struct ArrowArrayStream stream = scene_stream(), copy;
    struct object *object = scene_export(KIND_STREAM, &stream, APP, 1);
    copy = stream;
    for (unsigned i = 0; i < 3; i++) {
        scene_hand(EVENT_HAND_OVER, object, &stream, scene_site(APP, 2));
        scene_hand(EVENT_HAND_OVER, object, &copy, scene_site(PLUGIN, 3));
    }
    scene_release(object, &copy, PLUGIN, 4);
    tracker_end(true);
    assert_silent();
}

static void overwritten_while_alive(void **state) {
    struct ArrowArray array = scene_array();
    struct object *old = scene_export(KIND_ARRAY, &array, APP, 1);
    array = scene_array();
    struct object *fresh = scene_export(KIND_ARRAY, &array, APP, 2);
    struct site site = scene_site(APP, 2);
    tracker_overwrote(old, fresh, &site);
    scene_release(fresh, &array, APP, 3);
    assert_silent();
    tracker_end(true);
    const struct finding *finding = scene_only(CHECK_LIVE_STRUCT_OVERWRITTEN);
    assert_int_equal(finding->now, APP * 100 + 2);
    assert_int_equal(finding->certainty, CERTAINTY_INFERRED);
    assert_string_equal(finding->who, "app");
    assert_int_equal(finding->n_events, 2);
    assert_string_equal(scene_events[finding->events[0]].kind, "export");
    assert_string_equal(scene_events[finding->events[1]].kind, "overwrite");
}

static void stale_copy_overwritten_is_silent(void **state) {
    struct ArrowArray array = scene_array(), moved;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    moved = array;
    array = scene_array();
    struct object *fresh = scene_export(KIND_ARRAY, &array, APP, 2);
    struct site site = scene_site(APP, 2);
    tracker_overwrote(object, fresh, &site);
    scene_release(fresh, &array, APP, 2);
    scene_release(object, &moved, APP, 2);
    tracker_end(true);
    assert_silent();
}

static void member_changed(void **state) {
    static int other;
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct object_members found = object->members;
    found.private_data = &other;
    struct event event = {.kind = EVENT_RELEASE_BEGIN,
                          .object = object,
                          .self = (uintptr_t)&array,
                          .has_members = true,
                          .members = found};
    assert_int_equal(scene_event(event, scene_site(PLUGIN, 2)), VERDICT_FORWARD);
    const struct finding *finding = scene_only(CHECK_STRUCT_CHANGED);
    assert_non_null(strstr(finding->message, "private_data"));
    assert_string_equal(finding->who, "plugin.so");
    scene_release_end(object, &array, scene_site(PLUGIN, 2));
}

static void release_left_set(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 2);
    scene_release_begin(object, &array, site);
    scene_leave(object);
    scene_event((struct event){.kind = EVENT_RELEASE_END,
                               .object = object,
                               .self = (uintptr_t)&array,
                               .still_set = true},
                site);
    const struct finding *finding = scene_only(CHECK_RELEASE_NOT_CLEARED);
    assert_string_equal(finding->who, "libprod.so");
    assert_string_equal(finding->callback, "release");
    assert_int_equal(finding->callback_code, CODE(PRODUCER));
}

static void struct_freed_inside(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 2);
    struct event freed = {.kind = EVENT_FREE, .object = object, .self = (uintptr_t)&array};
    scene_release_begin(object, &array, site);
    scene_event(freed, scene_site(PRODUCER, 3));
    scene_release_end(object, &array, site);
    assert_string_equal(scene_only(CHECK_STRUCT_FREED_BY_CALLBACK)->who, "libprod.so");
    assert_true(object->is_freed);
    assert_string_equal(scene_state, "freed");
}

static void callback_takes_long(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 2);
    scene_options.callback_timeout_ms = 1;
    scene_release_begin(object, &array, site);
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    array.release = NULL;
    scene_release_end(object, &array, site);
    assert_int_equal(scene_only(CHECK_CALLBACK_STUCK)->severity, SEVERITY_WARNING);
}

static void callback_never_returns(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    scene_options.callback_timeout_ms = 1;
    scene_release_begin(object, &array, scene_site(APP, 2));
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    tracker_end(true);
    assert_non_null(strstr(scene_only(CHECK_CALLBACK_STUCK)->message, "has not returned"));
    assert_int_equal(scene_said[0].now, APP * 100 + 2);
    scene_release_end(object, &array, scene_site(APP, 2));
}

static void exception_leaves_callback(void **state) {
    struct ArrowArray array = scene_array(), other = scene_array();
    for (int forced = 1; forced >= 0; forced--) {
        struct ArrowArray *self = forced ? &other : &array;
        struct object *object = scene_export(KIND_ARRAY, self, APP, 1);
        scene_release_begin(object, self, scene_site(APP, 2));
        scene_leave(object);
        scene_event(
            (struct event){
                .kind = EVENT_THROW, .object = object, .self = (uintptr_t)self, .forced = forced},
            scene_site(APP, 2));
        assert_int_equal(scene_n_said, !forced);
        assert_int_equal(object->state, STATE_RELEASED);
    }
    assert_string_equal(scene_only(CHECK_CALLBACK_THREW)->who, "libprod.so");
    tracker_end(true);
    assert_int_equal(scene_n_said, 1);
}

static void crash_inside_callback(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    crash_tell(11, 5);
    assert_silent();
    scene_release_begin(object, &array, scene_site(APP, 2));
    thread_self.callbacks[thread_self.n_callbacks++] =
        (struct thread_callback){.object = object, .self = (uintptr_t)&array, .kind = 0};
    crash_tell(11, 7);
    thread_self.n_callbacks = 0;
    const struct finding *finding = scene_only(CHECK_CALLBACK_CRASHED);
    assert_non_null(strstr(finding->message, "SIGSEGV inside release of array#"));
    assert_int_equal(finding->now, 7);
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_string_equal(finding->who, "libprod.so");
    assert_string_equal(scene_events[finding->events[finding->n_events - 1]].kind, "release-begin");
    scene_n_said = 0;
    tracker_end(false); /* what was being released is still held */
    scene_only(CHECK_HELD_AT_ABRUPT_END);
    scene_release_end(object, &array, scene_site(APP, 2));
}

static void code_is_gone(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct event event = {.kind = EVENT_RELEASE_BEGIN,
                          .object = object,
                          .self = (uintptr_t)&array,
                          .code_gone = true};
    assert_int_equal(scene_event(event, scene_site(APP, 2)), VERDICT_REFUSE);
    const struct finding *finding = scene_only(CHECK_RELEASE_CODE_UNLOADED);
    assert_non_null(strstr(finding->message, "called after libprod.so was unloaded"));
}

static void released_late(void **state) {
    struct ArrowArray array = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    tracker_main_ended();
    scene_release(object, &array, APP, 2);
    assert_int_equal(scene_only(CHECK_RELEASED_AFTER_MAIN)->severity, SEVERITY_NOTE);
}

static void released_in_a_forked_child(void **state) {
    struct ArrowDeviceArray on_device = {.array = scene_array(), .device_type = 2, .device_id = 0};
    struct ArrowArray array = scene_array(), untouched = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    struct object *device = scene_export(KIND_DEVICE_ARRAY, &on_device, APP, 1);
    scene_export(KIND_ARRAY, &untouched, APP, 1);
    tracker_fork_child();
    scene_release(object, &array, APP, 2);
    assert_int_equal(scene_only(CHECK_RELEASE_IN_FORKED_CHILD)->severity, SEVERITY_NOTE);
    scene_n_said = 0;
    scene_release(device, &on_device, APP, 2);
    assert_int_equal(scene_only(CHECK_RELEASE_IN_FORKED_CHILD)->severity, SEVERITY_ERROR);
    scene_n_said = 0;
    tracker_end(true);
    assert_silent();
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_clean_life_is_silent),
        TEST(second_release_is_held_back),
        TEST(every_kind_knows_a_second_release),
        TEST(release_from_inside_itself_is_held_back),
        TEST(second_thread_in_release_is_held_back),
        TEST(stale_copy_handed_over),
        TEST(released_struct_given_away),
        TEST(moved_struct_given_away),
        TEST(struct_never_filled),
        TEST(copy_used_beside_its_source),
        TEST(copies_in_one_call),
        TEST(moves_there_and_back_are_silent),
        TEST(copies_of_a_stream_are_silent),
        TEST(overwritten_while_alive),
        TEST(stale_copy_overwritten_is_silent),
        TEST(member_changed),
        TEST(release_left_set),
        TEST(struct_freed_inside),
        TEST(callback_takes_long),
        TEST(callback_never_returns),
        TEST(exception_leaves_callback),
        TEST(crash_inside_callback),
        TEST(code_is_gone),
        TEST(released_late),
        TEST(released_in_a_forked_child),
    };
    return cmocka_run_group_tests_name("lifetime", tests, NULL, NULL);
}
