/* object: addresses, timelines, pairs of capsules, and what happens when memory runs out. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "tests/unit/scene/scene.h"
#include "tracker/number.h"
#include "tracker/pair.h"
#include "tracker/type.h"

static struct ArrowArray somewhere[PLACE_MOST + 4];

static void addresses_answer_who_was_there(void **state) {
    somewhere[0] = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &somewhere[0], APP, 1);
    uintptr_t first = (uintptr_t)&somewhere[0], second = (uintptr_t)&somewhere[1];
    assert_ptr_equal(object_at(first, KIND_ARRAY), object);
    assert_null(object_at(first, KIND_SCHEMA));
    scene_hand(EVENT_HAND_OVER, object, &somewhere[1], scene_site(APP, 2));
    assert_null(object_at(first, KIND_ARRAY));
    assert_ptr_equal(object_last_at(first, KIND_ARRAY), object);
    assert_ptr_equal(object_at(second, KIND_ARRAY), object);
    somewhere[1].release = somewhere[0].release;
    scene_release(object, &somewhere[1], APP, 3);
    assert_null(object_at(second, KIND_ARRAY));
    assert_ptr_equal(object_last_at(second, KIND_ARRAY), object);
    /* another one takes the first place */
    somewhere[0] = scene_array();
    struct object *other = scene_export(KIND_ARRAY, &somewhere[0], APP, 1);
    assert_ptr_equal(object_last_at(first, KIND_ARRAY), other);
    scene_forget_all();
    assert_null(object_last_at(second, KIND_ARRAY));
    assert_ptr_equal(object_last_at(first, KIND_ARRAY), other);
    scene_release(other, &somewhere[0], APP, 3);
}

static void few_addresses_are_kept(void **state) {
    somewhere[0] = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &somewhere[0], APP, 1);
    for (unsigned i = 1; i < LENGTH(somewhere); i++) {
        somewhere[i] = somewhere[i - 1];
        somewhere[i - 1].release = NULL;
        scene_hand(EVENT_HAND_OVER, object, &somewhere[i], scene_site(APP, 2));
    }
    unsigned n = 0;
    for (struct place *place = object->places; place; place = place->next)
        n++;
    assert_int_equal(n, PLACE_MOST);
    assert_ptr_equal(object_last_at((uintptr_t)&somewhere[0], KIND_ARRAY), object);
    assert_null(object_last_at((uintptr_t)&somewhere[1], KIND_ARRAY));
    scene_release(object, &somewhere[LENGTH(somewhere) - 1], APP, 3);
    assert_int_equal(scene_n_said, 0);
    object_lock(object);
    assert_int_equal(object->places->to_seq, 0);
    assert_true(object->places->next->to_seq > 0);
    object_unlock(object);
}

static void long_timelines_lose_their_middle(void **state) {
    somewhere[0] = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &somewhere[0], APP, 1);
    for (unsigned i = 0; i < 200; i++)
        scene_hand(EVENT_HAND_OVER, object, &somewhere[0], scene_site(APP, 2));
    assert_int_equal(object->n_transitions + object->n_dropped, 201);
    assert_int_equal(object->n_transitions, 32);
    uint64_t seq = 0;
    unsigned n = 0;
    for (struct transition *step = object->first; step; step = step->next, n++) {
        assert_true(step->seq > seq);
        seq = step->seq;
    }
    assert_int_equal(n, 32);
    assert_ptr_equal(object->last->next, NULL);
    scene_release(object, &somewhere[0], APP, 3);
    scene_release(object, &somewhere[0], APP, 4);
    const struct finding *finding = scene_only(CHECK_DOUBLE_RELEASE);
    assert_int_equal(finding->n_events, FINDING_MAX_EVENTS);
    assert_int_equal(finding->events[0], object->first->seq);
    assert_int_equal(finding->events[FINDING_MAX_EVENTS - 1], object->last->seq);
    for (unsigned i = 1; i < finding->n_events; i++)
        assert_true(finding->events[i] > finding->events[i - 1]);
}

static void first_sight_at_an_import_is_no_export(void **state) {
    somewhere[0] = scene_array();
    struct site site = scene_site(APP, 1);
    struct object *object = scene_adopt(KIND_ARRAY, &somewhere[0], site, NULL);
    site.callee = CODE(PLUGIN);
    scene_hand(EVENT_IMPORT, object, &somewhere[0], site);
    assert_int_equal(object->n_transitions, 1);
    assert_int_equal(object->first->kind, EVENT_IMPORT);
    assert_int_equal(object->consumer, PLUGIN);
    /* Arrow C++ imports for whom it was called by */
    site.callee = CODE(LIBARROW);
    scene_hand(EVENT_IMPORT, object, &somewhere[0], site);
    assert_int_equal(object->consumer, APP);
    scene_release(object, &somewhere[0], APP, 2);
}

static void every_event_goes_out_when_asked(void **state) {
    scene_options.events = "all";
    tracker_init(&scene_options, &scene_ops);
    struct ArrowSchema schema = scene_schema("l", "id");
    struct object *object = scene_export(KIND_SCHEMA, &schema, APP, 1);
    assert_int_equal(scene_n_events, 1);
    assert_string_equal(scene_type, "int64");
    scene_release(object, &schema, APP, 2);
    assert_int_equal(scene_n_events, 3);
    assert_string_equal(scene_state, "released");
    assert_silent();
}

static void python_files_stand_for_callers(void **state) {
    struct site site = scene_site(APP, 2);
    somewhere[0] = scene_array();
    struct object *object = scene_export(KIND_ARRAY, &somewhere[0], APP, 1);
    scene_release(object, &somewhere[0], APP, 1);
    site.actor = -1;
    site.stack = 9999;
    scene_release_begin(object, &somewhere[0], site);
    assert_string_equal(scene_only(CHECK_DOUBLE_RELEASE)->who, "job.py");
}

/* A capsule for an array and one for its schema, made and filled in this order. */
static struct object *two_capsules(struct ArrowArray *array, struct ArrowSchema *schema,
                                   const char *format, int second_module, bool schema_first) {
    struct site site = scene_site(APP, 1), second = scene_site(second_module, 1);
    uintptr_t a = (uintptr_t)array, s = (uintptr_t)schema;
    *array = scene_array();
    *schema = scene_schema(format, "id");
    tracker_capsule_made(schema_first ? s : a, schema_first ? KIND_SCHEMA : KIND_ARRAY, true,
                         &site);
    tracker_capsule_made(schema_first ? a : s, schema_first ? KIND_ARRAY : KIND_SCHEMA, true,
                         &second);
    struct object *object = scene_export(KIND_ARRAY, array, PLUGIN, 2);
    struct object *typed = scene_export(KIND_SCHEMA, schema, PLUGIN, 3);
    scene_release(typed, schema, PLUGIN, 4);
    return object;
}

static void capsules_made_together_are_a_pair(void **state) {
    struct ArrowSchema schema;
    for (unsigned schema_first = 0; schema_first < 2; schema_first++) {
        struct object *object = two_capsules(&somewhere[0], &schema, "l", APP, (bool)schema_first);
        assert_non_null(object->type);
        assert_string_equal(object->type->name, "int64");
        assert_int_equal(object->bytes, 32);
        scene_release(object, &somewhere[0], APP, 5);
    }
}

static void doubtful_pairs_are_none(void **state) {
    struct ArrowSchema schema;
    struct ArrowArray between;
    struct object *object = two_capsules(&somewhere[0], &schema, "l", PLUGIN, true);
    assert_null(object->type); /* two modules */
    scene_release(object, &somewhere[0], APP, 5);
    object = two_capsules(&somewhere[0], &schema, "u", APP, true);
    assert_null(object->type); /* three buffers wanted, two there */
    scene_release(object, &somewhere[0], APP, 5);
    struct site site = scene_site(APP, 1);
    schema = scene_schema("l", "id");
    somewhere[0] = scene_array();
    tracker_capsule_made((uintptr_t)&schema, KIND_SCHEMA, true, &site);
    tracker_capsule_made((uintptr_t)&between, KIND_STREAM, true, &site);
    tracker_capsule_made((uintptr_t)&somewhere[0], KIND_ARRAY, true, &site);
    struct object *typed = scene_export(KIND_SCHEMA, &schema, APP, 2);
    object = scene_export(KIND_ARRAY, &somewhere[0], APP, 2);
    assert_null(object->type); /* another capsule in between */
    scene_release(object, &somewhere[0], APP, 5);
    scene_release(typed, &schema, APP, 5);
}

static void one_capsule_is_of_one_pair(void **state) {
    struct pair_partner partner;
    pair_made(16, KIND_ARRAY, 7);
    pair_made(32, KIND_SCHEMA, 7);
    pair_made(48, KIND_ARRAY, 7);
    assert_true(pair_find(16, KIND_ARRAY, &partner));
    assert_int_equal(partner.address, 32);
    assert_false(pair_find(48, KIND_ARRAY, &partner));
    pair_made(32, KIND_SCHEMA, 7); /* the address serves for a new capsule */
    assert_false(pair_find(16, KIND_ARRAY, &partner));
    assert_true(pair_find(48, KIND_ARRAY, &partner));
    pair_forget(32, KIND_SCHEMA);
    assert_false(pair_find(48, KIND_ARRAY, &partner));
}

/* Nothing is left over after a hundred thousand lives. */
static void memory_comes_back(void **state) {
    size_t used = 0;
    for (unsigned i = 0; i < 100000; i++) {
        somewhere[0] = scene_array();
        scene_release(scene_export(KIND_ARRAY, &somewhere[0], APP, 1), &somewhere[0], APP, 2);
        scene_forget_all();
        if (i == 1000)
            used = memory_stats().used;
    }
    assert_true(memory_stats().used <= used);
    assert_silent();
}

/* With nothing left, what is known keeps its identity and the rest is counted. */
static void spent_memory_is_survived(void **state) {
    enum { MOST = 400000 };
    static struct object *kept[MOST];
    unsigned n = 0;
    memory_init((size_t)8 << 20);
    somewhere[0] = scene_array();
    struct site site = scene_site(APP, 1);
    while (n < MOST && (kept[n] = tracker_adopt(KIND_ARRAY, (uintptr_t)&somewhere[0], &somewhere[0],
                                                NULL, &site, NULL)))
        tracker_adopted(kept[n++], &site);
    assert_true(n > 1000 && n < MOST);
    assert_true(memory_stats().mapped <= (size_t)8 << 20);
    tracker_drop(KIND_ARRAY, "no memory or entry point for it");
    assert_int_equal(scene_release(kept[n - 1], &somewhere[0], APP, 2), VERDICT_FORWARD);
    assert_int_equal(scene_release(kept[n - 1], &somewhere[0], APP, 3), VERDICT_REFUSE);
    const struct finding *finding = scene_only(CHECK_DOUBLE_RELEASE);
    assert_int_equal(finding->origin, APP * 100 + 1);
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_int_equal(finding->events[0], kept[n - 1]->first->seq);
    tracker_end(true);
    assert_non_null(scene_find(CHECK_NEVER_RELEASED));
    assert_non_null(scene_find(CHECK_INCOMPLETE));
    memory_init((size_t)64 << 20);
}

/* One thread counts as if it took each number when it needs it. */
static void steps_of_one_thread_have_no_gap(void **state) {
    uint64_t last = number_steps(1);
    for (unsigned i = 0; i < 200; i++) {
        assert_int_equal(number_steps_after(0, 1), last + 1);
        assert_int_equal(number_steps_after(last + 1, 5), last + 2);
        last += 6;
        if (i % 7 == 0)
            assert_int_equal(number_steps(2), last + 1);
        last += i % 7 == 0 ? 2 : 0;
    }
    assert_int_equal(number_last_step(), last);
    uint32_t number = number_objects(KIND_ARRAY, 1);
    assert_int_equal(number_arrays(3), number + 1);
    assert_int_equal(number_objects(KIND_ARRAY, 1), number + 4);
}

static uint64_t exported, released, later;

static void *release_elsewhere(void *unused) {
    released = number_steps_after(exported, 3);
    return NULL;
}

static void *step_elsewhere(void *unused) {
    later = number_steps_after(0, 1);
    return NULL;
}

static void run_on_a_thread(void *(*function)(void *unused)) {
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, function, NULL), 0);
    pthread_join(thread, NULL);
}

static void steps_of_one_object_are_in_order(void **state) {
    exported = number_steps_after(0, 1);
    run_on_a_thread(release_elsewhere);
    assert_true(released > exported);
    assert_true(number_steps_after(released, 1) > released + 2);
    assert_true(number_steps(1) > released + 2);
}

static void the_last_step_is_below_all_that_come(void **state) {
    number_steps_after(0, 1);
    run_on_a_thread(step_elsewhere);
    uint64_t last = number_last_step();
    assert_true(later <= last);
    assert_true(number_steps_after(0, 1) > last);
    run_on_a_thread(step_elsewhere);
    assert_true(later > last);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(addresses_answer_who_was_there),    TEST(few_addresses_are_kept),
        TEST(long_timelines_lose_their_middle),  TEST(first_sight_at_an_import_is_no_export),
        TEST(every_event_goes_out_when_asked),   TEST(python_files_stand_for_callers),
        TEST(capsules_made_together_are_a_pair), TEST(doubtful_pairs_are_none),
        TEST(one_capsule_is_of_one_pair),        TEST(memory_comes_back),
        TEST(spent_memory_is_survived),          TEST(steps_of_one_thread_have_no_gap),
        TEST(steps_of_one_object_are_in_order),  TEST(the_last_step_is_below_all_that_come),
    };
    return cmocka_run_group_tests_name("object", tests, NULL, NULL);
}
