/* tree: parents and children: released together, moved out, released in place, kept too long. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"

/* A struct of two columns in the program's memory. */
struct table {
    struct ArrowArray root, columns[2], *children[2];
};

static struct object *export_table(struct table *table) {
    table->columns[0] = table->columns[1] = scene_array();
    table->children[0] = &table->columns[0];
    table->children[1] = &table->columns[1];
    table->root = scene_array();
    table->root.n_children = 2;
    table->root.children = table->children;
    return scene_export(KIND_ARRAY, &table->root, APP, 1);
}

static void release_child(struct object *child, struct ArrowArray *self) {
    struct event event = {.kind = EVENT_RELEASE_BEGIN,
                          .object = child,
                          .self = (uintptr_t)self,
                          .from_callback = true};
    struct site site = scene_site(PRODUCER, 9);
    assert_int_equal(scene_event(event, site), VERDICT_FORWARD);
    self->release = NULL;
    scene_release_end(child, self, site);
}

/* The producer's callback: children that are still in place, then itself. */
static void release_table(struct object *root, struct table *table, bool walks) {
    struct object *children[2] = {root->children, root->children ? root->children->sibling : NULL};
    struct site site = scene_site(APP, 2);
    assert_int_equal(scene_release_begin(root, &table->root, site), VERDICT_FORWARD);
    for (unsigned i = 0; i < 2 && walks; i++)
        if (table->columns[i].release)
            release_child(children[i], &table->columns[i]);
    table->root.release = NULL;
    scene_release_end(root, &table->root, site);
}

static void a_tree_goes_together(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    assert_int_equal(root->number + 1, child->number);
    assert_ptr_equal(child->parent, root);
    release_table(root, &table, true);
    assert_int_equal(child->state, STATE_RELEASED);
    assert_int_equal(scene_n_retired, 3);
    assert_ptr_equal(scene_retired[2], root);
    tracker_end(true);
    assert_silent();
}

static void callback_leaves_children(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    release_table(root, &table, false);
    const struct finding *finding = scene_only(CHECK_CHILD_NOT_RELEASED);
    assert_int_equal(finding->severity, SEVERITY_NOTE);
    assert_non_null(strstr(finding->message, "did not release 2 of its 2 children"));
    assert_int_equal(child->state, STATE_RELEASED_BY_PARENT);
    assert_int_equal(scene_n_retired, 3);
    /* and what died with its parent is not released once more */
    scene_n_said = 0;
    assert_int_equal(scene_release(child, &table.columns[0], PLUGIN, 5), VERDICT_REFUSE);
    finding = scene_only(CHECK_DOUBLE_RELEASE);
    assert_non_null(strstr(finding->message, "called after that of its parent"));
    assert_int_equal(finding->before, APP * 100 + 2);
    assert_int_equal(finding->n_objects, 2);
}

static void child_moved_out_lives_on(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    struct ArrowArray moved = table.columns[0];
    table.columns[0].release = NULL;
    release_table(root, &table, true);
    assert_int_equal(child->state, STATE_LIVE);
    assert_true(child->moved_out);
    scene_forget_all(); /* its parent is forgotten first */
    assert_null(child->parent);
    scene_hand(EVENT_HAND_OVER, child, &moved, scene_site(PLUGIN, 3));
    assert_int_equal(scene_release(child, &moved, PLUGIN, 4), VERDICT_FORWARD);
    tracker_end(true);
    assert_silent();
}

static void child_moved_out_is_a_leak_of_its_own(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    struct ArrowArray moved = table.columns[0];
    table.columns[0].release = NULL;
    release_table(root, &table, true);
    tracker_end(true);
    const struct finding *finding = scene_only(CHECK_NEVER_RELEASED);
    char name[24];
    assert_string_equal(finding->objects[0], object_name(child, name));
    assert_int_equal(scene_release(child, &moved, PLUGIN, 4), VERDICT_FORWARD);
}

static void child_seen_elsewhere_first(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    struct ArrowArray moved = table.columns[0];
    table.columns[0].release = NULL;
    assert_int_equal(scene_release(child, &moved, PLUGIN, 3), VERDICT_FORWARD);
    assert_true(child->moved_out);
    release_table(root, &table, true);
    tracker_end(true);
    assert_silent();
}

static void parent_handed_on_after_a_move(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    struct ArrowArray moved = table.columns[0];
    table.columns[0].release = NULL;
    scene_hand(EVENT_HAND_OVER, child, &moved, scene_site(PLUGIN, 3));
    assert_silent();
    scene_hand(EVENT_IMPORT, root, &table.root, scene_site(APP, 4));
    const struct finding *finding = scene_only(CHECK_PARENT_KEPT_AFTER_CHILD_MOVE);
    assert_int_equal(finding->severity, SEVERITY_WARNING);
    assert_int_equal(finding->before, PLUGIN * 100 + 3);
    scene_hand(EVENT_IMPORT, root, &table.root, scene_site(APP, 5));
    assert_int_equal(scene_n_said, 1);
}

static void consumer_releases_in_place(void **state) {
    struct table table;
    struct object *root = export_table(&table), *child = root->children;
    assert_int_equal(scene_release(child, &table.columns[0], APP, 3), VERDICT_FORWARD);
    const struct finding *finding = scene_only(CHECK_CHILD_RELEASED_BY_CONSUMER);
    assert_int_equal(finding->severity, SEVERITY_ERROR);
    assert_string_equal(finding->who, "app");
    assert_int_equal(finding->n_events, 2);
    release_table(root, &table, true);
    scene_n_said = 0;
    root = export_table(&table);
    scene_release(root->children, &table.columns[0], PRODUCER, 3);
    assert_int_equal(scene_only(CHECK_CHILD_RELEASED_BY_CONSUMER)->severity, SEVERITY_WARNING);
}

static void root_without_its_children_is_a_leak(void **state) {
    struct table table;
    struct object *root = export_table(&table);
    for (struct object *child = root->children; child; child = child->sibling) {
        struct ArrowArray moved = *(struct ArrowArray *)child->place;
        ((struct ArrowArray *)child->place)->release = NULL;
        scene_release(child, &moved, APP, 3);
    }
    tracker_end(true);
    const struct finding *finding = scene_only(CHECK_NEVER_RELEASED);
    assert_non_null(strstr(finding->note, "all its children were moved out"));
}

/* Order of forgetting: children first, parent first, the middle child first. */
static void links_survive_forgetting(void **state) {
    struct table table;
    struct object *root = export_table(&table), *first = root->children, *second = first->sibling;
    release_table(root, &table, true);
    tracker_forget(second);
    assert_ptr_equal(root->children, first);
    assert_ptr_equal(root->last_child, first);
    tracker_forget(root);
    assert_null(first->parent);
    tracker_forget(first);
    scene_n_retired = 0;
}

static void abandoned_child_counts_nowhere(void **state) {
    struct table table;
    struct object *root = export_table(&table);
    struct ArrowArray extra = scene_array();
    struct site site = scene_site(APP, 1);
    struct object *child = scene_adopt_node(KIND_ARRAY, (uintptr_t)&extra, root, &site, NULL);
    tracker_abandon(child);
    assert_null(child->parent);
    tracker_forget(child);
    release_table(root, &table, true);
    assert_silent();
}

/* A hundred thousand children are forgotten one by one, from either end, in no time. */
static void wide_trees_are_cheap(void **state) {
    enum { N = 50000 };
    struct ArrowArray array = scene_array();
    struct object *root = scene_export(KIND_ARRAY, &array, APP, 1);
    struct site site = scene_site(APP, 1);
    struct ArrowArray *children = calloc(N, sizeof(*children));
    for (unsigned i = 0; i < N; i++) {
        children[i] = array;
        assert_non_null(
            tracker_adopt(KIND_ARRAY, (uintptr_t)&children[i], &children[i], root, &site, NULL));
    }
    while (root->last_child) {
        struct object *child = root->last_child;
        tracker_abandon(child);
        tracker_forget(child);
    }
    free(children);
    scene_release(root, &array, APP, 2);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_tree_goes_together),       TEST(callback_leaves_children),
        TEST(child_moved_out_lives_on),   TEST(child_moved_out_is_a_leak_of_its_own),
        TEST(child_seen_elsewhere_first), TEST(parent_handed_on_after_a_move),
        TEST(consumer_releases_in_place), TEST(root_without_its_children_is_a_leak),
        TEST(links_survive_forgetting),   TEST(abandoned_child_counts_nowhere),
        TEST(wide_trees_are_cheap),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
