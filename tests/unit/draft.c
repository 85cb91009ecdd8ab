/* draft: drawn at any step of its life it becomes the objects that would have been made at once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/draft.h"
#include "tests/unit/scene/scene.h"
#include "tracker/number.h"
#include "tracker/origin.h"

static uint32_t n_given;
static struct object *given[4096];

static void give(struct object *object, uint32_t slot) {
    given[slot] = object;
    n_given++;
}

/* The scene's own forgets the oldest at once when it is full, which no quarantine does. */
static bool keeps_retired;

static void retire(struct object *object) {
    if (keeps_retired)
        scene_ops.retire(object);
}

static int begin(void **state) {
    scene_setup(state);
    draft_init(give, retire);
    n_given = 0;
    keeps_retired = true;
    return 0;
}

static void note_node(struct draft_node *node, struct ArrowArray *array, uint32_t slot) {
    *array = scene_array();
    node->slot = slot;
    node->place = (uintptr_t)array;
    node->release = (uintptr_t)array->release;
    node->buffers = array->buffers;
    node->length = 7;
    atomic_store(&node->step, DRAFT_LIVE);
}

/* As the hooks do it, with a root and two columns. */
static struct draft *note(struct ArrowArray arrays[3], uint32_t slot) {
    struct draft *draft = draft_new(3);
    for (unsigned i = 0; i < 3; i++)
        note_node(&draft->nodes[i], &arrays[i], slot + i);
    draft->number = number_objects(KIND_ARRAY, 3);
    draft->seq = number_steps(1);
    draft->time_ns = 1000;
    draft->stack = 101;
    draft->tid = 77;
    draft->actor = APP;
    draft->module = PRODUCER;
    draft->row = 1;
    draft->call = 5;
    draft->origin = origin_of(101, KIND_ARRAY);
    draft->generation = object_generation();
    draft->n_released = 0;
    atomic_store(&draft->state, DRAFT_NOTED);
    return draft;
}

static void begin_release(struct draft *draft) {
    draft->nodes[0].released_as = 0;
    draft->release_ns = 2000;
    draft->release_stack = 102;
    draft->release_tid = 78;
    draft->release_actor = PLUGIN;
    draft->release_seq = number_steps(3);
    atomic_store(&draft->nodes[0].step, DRAFT_RELEASING);
}

static void release_children(struct draft *draft) {
    for (uint8_t i = 1; i < 3; i++) {
        draft->nodes[i].released_as = i;
        atomic_store(&draft->nodes[i].step, DRAFT_RELEASED);
    }
}

static void a_live_one_is_its_objects(void **state) {
    struct ArrowArray arrays[3];
    struct draft *draft = note(arrays, 10);
    struct object *second = draft_object(&draft->nodes[2]), *root = given[10];
    assert_int_equal(n_given, 3);
    assert_ptr_equal(second, given[12]);
    assert_ptr_equal(second->parent, root);
    assert_ptr_equal(root->children, given[11]);
    assert_int_equal(root->number, draft->number);
    assert_int_equal(second->number, draft->number + 2);
    assert_int_equal(second->thunk, 12);
    assert_int_equal(root->state, STATE_LIVE);
    assert_int_equal(root->consumer, APP);
    assert_int_equal(root->producer, PRODUCER);
    assert_int_equal(root->length, 7);
    assert_int_equal(root->first->kind, EVENT_EXPORT);
    assert_int_equal(root->first->seq, draft->seq);
    assert_int_equal(root->first->time_ns, 1000);
    assert_int_equal(root->first->tid, 77);
    assert_int_equal(root->first->stack, 101);
    assert_null(second->first);
    assert_ptr_equal(object_at((uintptr_t)&arrays[0], KIND_ARRAY), root);
    assert_ptr_equal(draft_object(&draft->nodes[0]), root);
    assert_int_equal(scene_n_retired, 0);
}

static void a_dead_one_waits_like_its_objects(void **state) {
    struct ArrowArray arrays[3];
    struct draft *draft = note(arrays, 20);
    begin_release(draft);
    release_children(draft);
    atomic_store(&draft->nodes[0].step, DRAFT_RELEASED);
    struct object *root = draft_object(&draft->nodes[0]);
    assert_int_equal(root->state, STATE_RELEASED);
    assert_int_equal(root->inside, 0);
    assert_int_equal(root->last->kind, EVENT_RELEASE_END);
    assert_int_equal(root->last->seq, draft->release_seq);
    assert_int_equal(root->last->actor, PLUGIN);
    assert_int_equal(given[22]->first->seq, draft->release_seq + 2);
    assert_int_equal(given[22]->first->actor, PRODUCER);
    assert_int_equal(scene_n_retired, 3);
    assert_ptr_equal(scene_retired[2], root);
    assert_ptr_equal(object_last_at((uintptr_t)&arrays[0], KIND_ARRAY), root);
}

static void who_is_inside_stays_inside(void **state) {
    struct ArrowArray arrays[3];
    struct draft *draft = note(arrays, 30);
    begin_release(draft);
    release_children(draft);
    thread_self.callbacks[0] = (struct thread_callback){.object = draft_mark(&draft->nodes[2])};
    thread_self.n_callbacks = 1;
    struct object *root = draft_object(&draft->nodes[0]);
    thread_self.n_callbacks = 0;
    assert_int_equal(root->state, STATE_RELEASING);
    assert_int_equal(root->inside, 1);
    assert_int_equal(root->inside_tid, 78);
    assert_int_equal(given[31]->state, STATE_RELEASED);
    assert_int_equal(given[32]->state, STATE_RELEASING);
    assert_int_equal(given[32]->inside, 1);
    assert_int_equal(scene_n_retired, 1);
    /* Its thread comes out again. */
    atomic_store(&given[32]->inside, 0);
    atomic_store(&root->inside, 0);
}

static void one_that_is_about_to_be_released_is_alive(void **state) {
    struct ArrowArray arrays[3];
    struct draft *draft = note(arrays, 35);
    draft->release_stack = 102; /* half noted */
    atomic_store(&draft->nodes[0].step, DRAFT_NOTING);
    struct object *root = draft_object(&draft->nodes[0]);
    assert_int_equal(root->state, STATE_LIVE);
    assert_int_equal(root->inside, 0);
    assert_int_equal(root->last->kind, EVENT_EXPORT);
    assert_int_equal(atomic_load(&draft->nodes[0].step), DRAFT_DRAWN);
}

static void next_in_order(struct object *object, void *context) {
    uint64_t *last = context;
    assert_true(object->first->seq > *last);
    *last = object->first->seq;
}

static void walkers_meet_them_in_order(void **state) {
    struct ArrowArray arrays[4][3], between;
    struct draft *drafts[4];
    for (unsigned i = 0; i < 4; i++) {
        drafts[i] = note(arrays[i], 40 + 3 * i);
        if (i == 1) {
            between = scene_array();
            scene_export(KIND_ARRAY, &between, APP, 3);
        }
    }
    draft_object(&drafts[2]->nodes[0]);
    uint64_t last = 0;
    object_each_live(next_in_order, NULL, &last);
    assert_int_equal(last, drafts[3]->seq);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(atomic_load(&drafts[i]->state), DRAFT_GONE);
}

static void the_latest_at_an_address_is_found(void **state) {
    struct ArrowArray arrays[3];
    struct draft *first = note(arrays, 60), *second = note(arrays, 63);
    draft_draw_at((uintptr_t)&arrays[0], KIND_ARRAY);
    assert_int_equal(atomic_load(&first->state), DRAFT_NOTED);
    assert_int_equal(atomic_load(&second->state), DRAFT_GONE);
    assert_ptr_equal(object_at((uintptr_t)&arrays[0], KIND_ARRAY), given[63]);
    /* What was there before does not take its place. */
    draft_object(&first->nodes[0]);
    assert_ptr_equal(object_at((uintptr_t)&arrays[0], KIND_ARRAY), given[63]);
}

static void it_is_used_again_once_forgotten(void **state) {
    struct ArrowArray arrays[3];
    struct draft *draft = note(arrays, 70);
    begin_release(draft);
    release_children(draft);
    atomic_store(&draft->nodes[0].step, DRAFT_RELEASED);
    atomic_store(&draft->is_kept, true);
    draft_object(&draft->nodes[0]);
    scene_forget_all();
    assert_ptr_not_equal(draft_new(3), draft); /* somebody has it in a list */
    draft_let_go(draft);
    assert_ptr_equal(draft_new(3), draft);
}

enum { CROWD = 20 };

static unsigned count_drawn(struct draft *drafts[CROWD]) {
    unsigned n = 0;
    for (unsigned i = 0; i < CROWD; i++)
        n += atomic_load(&drafts[i]->state) == DRAFT_GONE;
    return n;
}

static void of_a_crowd_a_few_are_drawn(void **state) {
    struct ArrowArray arrays[CROWD][3];
    struct draft *drafts[CROWD];
    char last[24];
    for (unsigned i = 0; i < CROWD; i++)
        drafts[i] = note(arrays[i], 300 + 3 * i);
    tracker_capsule_made((uintptr_t)&arrays[17][0], KIND_ARRAY, true,
                         &(struct site){.actor = PLUGIN, .row = 1});
    drafts[18]->tid++;
    atomic_store(&drafts[19]->nodes[1].step, DRAFT_RELEASED);
    drafts[19]->release_seq = number_steps(3);
    tracker_end(true);
    tracker_capsule_gone((uintptr_t)&arrays[17][0], KIND_ARRAY);
    for (unsigned i = 0; i < CROWD; i++)
        assert_int_equal(atomic_load(&drafts[i]->state),
                         i < 4 || i > 16 ? DRAFT_GONE : DRAFT_NOTED);
    const struct finding *finding = &scene_said[0];
    assert_int_equal(finding->check, CHECK_NEVER_RELEASED);
    assert_int_equal(finding->group_live, CROWD - 1);
    assert_string_equal(finding->objects[0], object_name(given[300], last));
    assert_non_null(strstr(finding->note, object_name(given[357], last)));
    assert_int_equal(scene_n_said, 2); /* what a capsule holds is another's */
    for (unsigned i = 4; i < 17; i++)
        draft_object(&drafts[i]->nodes[0]);
}

static void the_last_of_a_crowd_is_named(void **state) {
    struct ArrowArray arrays[CROWD][3];
    struct draft *drafts[CROWD];
    char last[24];
    for (unsigned i = 0; i < CROWD; i++)
        drafts[i] = note(arrays[i], 400 + 3 * i);
    tracker_end(false);
    const struct finding *finding = scene_only(CHECK_HELD_AT_ABRUPT_END);
    assert_int_equal(count_drawn(drafts), FINDING_MAX_OBJECTS);
    assert_string_equal(finding->message, "20 arrays still held");
    object_name_of(KIND_ARRAY, drafts[CROWD - 1]->number, last);
    assert_non_null(strstr(finding->note, last));
    for (unsigned i = 4; i < CROWD; i++)
        draft_object(&drafts[i]->nodes[0]);
}

static void a_child_inherits_outlines(void **state) {
    struct ArrowArray arrays[CROWD][3];
    struct draft *drafts[CROWD];
    for (unsigned i = 0; i < CROWD; i++)
        drafts[i] = note(arrays[i], 500 + 3 * i);
    begin_release(drafts[1]); /* by a thread that the child has not */
    tracker_fork_child();
    assert_int_equal(count_drawn(drafts), 1);
    assert_int_equal(given[503]->state, STATE_LIVE);
    assert_int_equal(given[503]->inside, 0);
    tracker_end(true);
    assert_int_equal(count_drawn(drafts), 1);
    assert_silent();
    struct object *first = draft_object(&drafts[0]->nodes[0]);
    assert_int_not_equal(first->generation, object_generation());
    for (unsigned i = 2; i < CROWD; i++)
        draft_object(&drafts[i]->nodes[0]);
}

/* One thread takes the steps of a life, the other draws at some moment. */
static _Atomic(struct draft *) shared;
static _Atomic bool is_over;

static void *draw_all(void *unused) {
    while (!atomic_load(&is_over)) {
        struct draft *draft = atomic_load(&shared);
        if (draft)
            draft_object(&draft->nodes[1]);
    }
    return unused;
}

static bool take(struct draft_node *node, uint8_t from, uint8_t to) {
    return atomic_compare_exchange_strong(&node->step, &from, to);
}

static enum object_state live(struct draft *draft) {
    uint8_t n = 0;
    if (!take(&draft->nodes[0], DRAFT_LIVE, DRAFT_NOTING))
        return STATE_LIVE;
    draft->release_ns = 2000;
    draft->release_seq = number_steps(3);
    if (!take(&draft->nodes[0], DRAFT_NOTING, DRAFT_RELEASING))
        return STATE_LIVE;
    while (++n < 3) {
        draft->nodes[n].released_as = n;
        if (!take(&draft->nodes[n], DRAFT_LIVE, DRAFT_RELEASED))
            return STATE_RELEASING;
    }
    return take(&draft->nodes[0], DRAFT_RELEASING, DRAFT_RELEASED) ? STATE_RELEASED
                                                                   : STATE_RELEASING;
}

static void it_may_be_drawn_at_any_moment(void **state) {
    static struct ArrowArray arrays[3];
    unsigned met[STATE_RELEASED + 1] = {0};
    pthread_t thread;
    keeps_retired = false;
    pthread_create(&thread, NULL, draw_all, NULL);
    for (unsigned i = 0; i < 3000; i++) {
        struct draft *draft = note(arrays, 100);
        atomic_store(&shared, draft);
        for (volatile unsigned wait = i % 50; wait > 0;)
            wait--;
        enum object_state reached = live(draft);
        struct object *root = draft_object(&draft->nodes[0]);
        assert_int_equal(root->state, reached);
        assert_int_equal(root->inside, reached == STATE_RELEASING);
        met[reached]++;
        atomic_store(&root->inside, 0);
        atomic_store(&shared, NULL);
    }
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    assert_true(met[STATE_LIVE] + met[STATE_RELEASED] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_live_one_is_its_objects, begin),
        cmocka_unit_test_setup(a_dead_one_waits_like_its_objects, begin),
        cmocka_unit_test_setup(who_is_inside_stays_inside, begin),
        cmocka_unit_test_setup(one_that_is_about_to_be_released_is_alive, begin),
        cmocka_unit_test_setup(walkers_meet_them_in_order, begin),
        cmocka_unit_test_setup(the_latest_at_an_address_is_found, begin),
        cmocka_unit_test_setup(it_is_used_again_once_forgotten, begin),
        cmocka_unit_test_setup(of_a_crowd_a_few_are_drawn, begin),
        cmocka_unit_test_setup(the_last_of_a_crowd_is_named, begin),
        cmocka_unit_test_setup(a_child_inherits_outlines, begin),
        cmocka_unit_test_setup(it_may_be_drawn_at_any_moment, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
