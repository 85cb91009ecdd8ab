/* threads: many threads make, move, share and release structures at once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"

enum { THREADS = 8, ROUNDS = 2000 };

static struct ArrowArrayStream shared;
static struct object *shared_object;
static _Atomic unsigned n_refused, n_forwarded;

static void one_life(unsigned round) {
    struct ArrowArray array = scene_array(), moved;
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    moved = array;
    array.release = NULL;
    scene_hand(EVENT_HAND_OVER, object, &moved, scene_site(PLUGIN, 2));
    assert_ptr_equal(object_at((uintptr_t)&moved, KIND_ARRAY), object);
    scene_release(object, &moved, PLUGIN, 3);
    if (round % 8 == 0 && scene_release(object, &moved, PLUGIN, 4) == VERDICT_REFUSE)
        atomic_fetch_add(&n_refused, 1);
}

static void one_chunk(void) {
    struct event event = {
        .kind = EVENT_GET_NEXT, .object = shared_object, .self = (uintptr_t)&shared};
    scene_event(event, scene_site(APP, 5));
    scene_leave(shared_object);
    event.kind = EVENT_CALLBACK_END;
    event.callback = 2;
    scene_event(event, scene_site(APP, 5));
}

static void *live(void *unused) {
    for (unsigned round = 0; round < ROUNDS; round++) {
        one_life(round);
        if (round % 16 == 0)
            one_chunk();
    }
    return NULL;
}

static void count(struct object *object, void *context) {
    object_lock(object);
    *(unsigned *)context += object->state == STATE_LIVE;
    object_unlock(object);
}

static void lives_do_not_mix(void **state) {
    pthread_t threads[THREADS];
    struct record_activity activity = {0};
    shared = scene_stream();
    shared_object = scene_export(KIND_STREAM, &shared, APP, 1);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, live, NULL);
    for (unsigned i = 0; i < 50; i++) {
        unsigned n = 0;
        assert_true(object_each_live(count, NULL, &n));
        assert_true(n <= THREADS + 1);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    tracker_activity(&activity);
    assert_int_equal(activity.arrays_seen, THREADS * ROUNDS);
    assert_int_equal(activity.releases, THREADS * ROUNDS);
    assert_int_equal(activity.moves, THREADS * ROUNDS);
    assert_int_equal(n_refused, THREADS * ROUNDS / 8);
    assert_int_equal(shared_object->inside, 0);
    assert_int_equal(scene_release(shared_object, &shared, APP, 6), VERDICT_FORWARD);
}

static struct ArrowArray wanted;
static struct object *wanted_object;
static pthread_barrier_t start;

static void *release_too(void *unused) {
    struct site site = scene_site(PLUGIN, 7);
    pthread_barrier_wait(&start);
    if (scene_release_begin(wanted_object, &wanted, site) == VERDICT_FORWARD) {
        atomic_fetch_add(&n_forwarded, 1);
        scene_release_end(wanted_object, &wanted, site);
    }
    return NULL;
}

/* Whoever comes first: the producer is called once. */
static void one_of_many_releases(void **state) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (unsigned round = 0; round < 50; round++) {
        wanted = scene_array();
        wanted_object = scene_export(KIND_ARRAY, &wanted, APP, 1);
        atomic_store(&n_forwarded, 0);
        for (unsigned i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, release_too, NULL);
        for (unsigned i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        assert_int_equal(n_forwarded, 1);
    }
    assert_true(scene_n_said > 0);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(lives_do_not_mix), TEST(one_of_many_releases)};
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
