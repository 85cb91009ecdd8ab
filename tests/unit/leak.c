/* leak: what is alive at the end: groups, severity by holder and growth, trends, abrupt ends. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>

#include "tests/unit/scene/scene.h"
#include "tracker/origin.h"

#define MOST 200
static struct ArrowArray arrays[MOST];

static struct object *make(unsigned i, int holder, stack_id line) {
    arrays[i] = scene_array();
    return scene_export(KIND_ARRAY, &arrays[i], holder, line);
}

static void groups_by_origin_and_holder(void **state) {
    struct ArrowSchema schema = scene_schema("l", "id");
    struct object *typed = scene_export(KIND_SCHEMA, &schema, APP, 1);
    struct site site = scene_site(APP, 2);
    for (unsigned i = 0; i < 3; i++)
        tracker_pair(make(i, APP, 2), typed, &site);
    make(3, APP, 3);
    struct object *handed = make(4, APP, 2);
    scene_hand(EVENT_HAND_OVER, handed, &arrays[4], scene_site(PLUGIN, 4));
    scene_release(typed, &schema, APP, 5);
    tracker_end(true);
    assert_int_equal(scene_n_said, 3);
    const struct finding *finding = &scene_said[0];
    assert_int_equal(finding->check, CHECK_NEVER_RELEASED);
    assert_string_equal(finding->message, "3 arrays never released, 96 B");
    assert_int_equal(finding->group_live, 3);
    assert_int_equal(finding->group_made, 4);
    assert_int_equal(finding->group_bytes, 96);
    assert_int_equal(finding->n_objects, 3);
    assert_int_equal(finding->origin, APP * 100 + 2);
    assert_string_equal(finding->who, "app");
    assert_string_equal(scene_said[2].who, "plugin.so");
    assert_int_equal(scene_said[2].now, PLUGIN * 100 + 4);
    assert_string_equal(scene_state, "never-released");
    assert_non_null(strstr(scene_said[1].message, " never released"));
}

static void growth_is_told_from_a_cache(void **state) {
    /* a cache: filled at first, then everything comes and goes */
    for (unsigned i = 0; i < 4; i++)
        make(i, APP, 1);
    for (unsigned i = 0; i < 100; i++)
        scene_release(make(4, APP, 1), &arrays[4], APP, 2);
    /* a leak: every third stays */
    for (unsigned i = 0; i < 100; i++) {
        struct object *object = make(10 + i, APP, 3);
        if (i % 3)
            scene_release(object, &arrays[10 + i], APP, 4);
    }
    make(8, APP, 5);
    tracker_end(true);
    assert_int_equal(scene_n_said, 3);
    assert_true(strncmp(scene_said[0].trend, "flat since ", 11) == 0);
    assert_string_equal(scene_said[1].trend, "grows");
    assert_true(strncmp(scene_said[2].trend, "once", 4) == 0);
    assert_int_equal(scene_said[1].group_live, 34);
    assert_int_equal(scene_said[1].n_objects, FINDING_MAX_OBJECTS);
    assert_non_null(strstr(scene_said[1].note, " to array#"));
}

static void a_library_may_keep_a_few(void **state) {
    make(0, LIBARROW, 1);
    for (unsigned i = 0; i < 8; i++)
        make(1 + i, LIBARROW, 2); /* but not more and more */
    make(9, PLUGIN, 3);
    tracker_end(true);
    assert_int_equal(scene_n_said, 3);
    assert_int_equal(scene_said[0].severity, SEVERITY_WARNING);
    assert_int_equal(scene_said[1].severity, SEVERITY_ERROR);
    assert_int_equal(scene_said[2].severity, SEVERITY_ERROR);
}

static sem_t made, may_end;

static void *hold(void *unused) {
    make(0, APP, 1);
    sem_post(&made);
    sem_wait(&may_end);
    return NULL;
}

static void a_running_thread_may_hold(void **state) {
    pthread_t thread;
    sem_init(&made, 0, 0);
    sem_init(&may_end, 0, 0);
    pthread_create(&thread, NULL, hold, NULL);
    sem_wait(&made);
    tracker_end(true);
    assert_int_equal(scene_only(CHECK_NEVER_RELEASED)->severity, SEVERITY_WARNING);
    sem_post(&may_end);
    pthread_join(thread, NULL);
    /* the same once the thread is gone */
    scene_setup(state);
    sem_post(&may_end);
    pthread_create(&thread, NULL, hold, NULL);
    pthread_join(thread, NULL);
    tracker_end(true);
    assert_int_equal(scene_only(CHECK_NEVER_RELEASED)->severity, SEVERITY_ERROR);
}

static void abrupt_ends_accuse_nobody(void **state) {
    for (unsigned i = 0; i < 5; i++)
        make(i, APP, 1);
    tracker_end(false);
    const struct finding *finding = scene_only(CHECK_HELD_AT_ABRUPT_END);
    assert_int_equal(finding->severity, SEVERITY_NOTE);
    assert_string_equal(finding->message, "5 arrays still held");
    assert_int_equal(finding->group_live, 0);
    tracker_end(true);
    assert_int_equal(scene_n_said, 1); /* the end is told once */
}

static void leaks_can_be_turned_off(void **state) {
    scene_options.leaks = false;
    tracker_init(&scene_options, &scene_ops);
    struct site site = scene_site(APP, 2);
    tracker_overwrote(make(0, APP, 1), make(1, APP, 1), &site);
    tracker_end(true);
    assert_silent();
}

static void what_was_dropped_is_said(void **state) {
    tracker_drop(KIND_ARRAY, "no memory or entry point for it");
    tracker_drop(KIND_ARRAY, "no memory or entry point for it");
    tracker_stale_call();
    tracker_end(true);
    const struct finding *finding = scene_only(CHECK_INCOMPLETE);
    assert_string_equal(finding->message,
                        "not everything was watched: 2 structures (no memory or entry point for "
                        "it), 1 call (the callback was forgotten long ago)");
    struct record_activity activity = {0};
    tracker_activity(&activity);
    assert_int_equal(activity.events_dropped, 2);
}

static void samples_stand_at_each_doubling(void **state) {
    struct origin *origin = origin_of(4711, KIND_ARRAY);
    for (unsigned i = 0; i < 9; i++)
        origin_made(origin);
    origin_gone(origin, 0);
    struct origin_counts counts = origin_counts(origin);
    assert_int_equal(counts.n_samples, 4);
    assert_int_equal(counts.samples[3], 8);
    assert_int_equal(counts.live, 8);
    assert_true(origin_grew(&counts));
    counts.live = 2;
    assert_false(origin_grew(&counts));
    assert_ptr_equal(origin_of(4711, KIND_ARRAY), origin);
    assert_ptr_not_equal(origin_of(4711, KIND_SCHEMA), origin);
}

/* The columns of one table, or what three calls have left: too little to tell. */
static void three_do_not_grow(void **state) {
    struct origin *origin = origin_of(4713, KIND_ARRAY);
    for (unsigned i = 0; i < 3; i++)
        origin_made(origin);
    struct origin_counts counts = origin_counts(origin);
    assert_int_equal(counts.live, 3);
    assert_false(origin_grew(&counts));
    origin_made(origin);
    counts = origin_counts(origin);
    assert_true(origin_grew(&counts));
}

static void *make_ten(void *origin) {
    for (unsigned i = 0; i < 10; i++)
        origin_made(origin);
    return NULL;
}

/* Each of them counts beside the others. */
static void threads_count_together(void **state) {
    struct origin *origin = origin_of(4712, KIND_ARRAY);
    pthread_t threads[3];
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_ten, origin), 0);
    for (unsigned i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < 29; i++)
        origin_gone(origin, 0);
    struct origin_counts counts = origin_counts(origin);
    assert_int_equal(counts.made, 30);
    assert_int_equal(counts.live, 1);
    assert_int_equal(counts.n_samples, 5);
    assert_in_range(counts.samples[4], 16, 30);
    for (unsigned i = 0; i < 1024; i++) {
        origin_made(origin);
        origin_gone(origin, 0);
    }
    counts = origin_counts(origin);
    assert_int_equal(counts.live, 1);
    assert_int_equal(counts.n_samples, 11);
    assert_int_equal(counts.samples[10], 2);
}

static void what_was_seen_is_counted(void **state) {
    struct ArrowArrayStream stream = scene_stream();
    struct record_activity activity = {0};
    struct ArrowArray moved;
    scene_release(scene_export(KIND_STREAM, &stream, APP, 1), &stream, APP, 2);
    struct object *object = make(0, APP, 1);
    moved = arrays[0];
    scene_hand(EVENT_HAND_OVER, object, &moved, scene_site(APP, 3));
    scene_release(object, &moved, APP, 4);
    tracker_activity(&activity);
    assert_int_equal(activity.structs_seen, 2);
    assert_int_equal(activity.arrays_seen, 1);
    assert_int_equal(activity.streams_seen, 1);
    assert_int_equal(activity.moves, 1);
    assert_int_equal(activity.releases, 2);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(groups_by_origin_and_holder), TEST(growth_is_told_from_a_cache),
        TEST(a_library_may_keep_a_few),    TEST(a_running_thread_may_hold),
        TEST(abrupt_ends_accuse_nobody),   TEST(leaks_can_be_turned_off),
        TEST(what_was_dropped_is_said),    TEST(samples_stand_at_each_doubling),
        TEST(three_do_not_grow),           TEST(threads_count_together),
        TEST(what_was_seen_is_counted),
    };
    return cmocka_run_group_tests_name("leak", tests, NULL, NULL);
}
