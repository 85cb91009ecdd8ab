/* storm: long random lives, right and wrong ones mixed, with everything forgotten in between. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"

enum { TABLES = 32, COLUMNS = 3, STEPS = 200000 };

/* A struct array in the program's memory, the places its parts were moved to, and their objects. */
struct table {
    struct ArrowArray root, columns[COLUMNS], *children[COLUMNS], moved[COLUMNS + 1];
    struct object *object, *columns_of[COLUMNS];
};

static struct table tables[TABLES];
static uint64_t seed = 20;

static unsigned roll(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

static void fill(struct table *table) {
    memset(table, 0, sizeof(*table));
    table->root = scene_array();
    table->root.n_children = COLUMNS;
    table->root.children = table->children;
    for (unsigned i = 0; i < COLUMNS; i++) {
        table->columns[i] = scene_array();
        table->children[i] = &table->columns[i];
    }
    table->object = scene_export(KIND_ARRAY, &table->root, APP, 1 + roll(3));
    unsigned i = 0;
    for (struct object *child = table->object->children; child; child = child->sibling)
        table->columns_of[i++] = child;
}

/* A release of any of the tree's objects through any struct that may hold it. */
static void release(struct object *object, struct ArrowArray *self, bool from_callback) {
    struct site site = scene_site(roll(N_MODULES), 2);
    struct event event = {.kind = EVENT_RELEASE_BEGIN,
                          .object = object,
                          .self = (uintptr_t)self,
                          .from_callback = from_callback};
    if (scene_event(event, site) == VERDICT_REFUSE)
        return;
    self->release = NULL;
    if (roll(20) == 0) {
        scene_leave(object);
        event.kind = EVENT_THROW;
        scene_event(event, site);
        return;
    }
    scene_release_end(object, self, site);
}

static void release_tree(struct table *table, struct ArrowArray *self) {
    struct site site = scene_site(APP, 3);
    if (scene_release_begin(table->object, self, site) == VERDICT_REFUSE)
        return;
    for (unsigned i = 0; i < COLUMNS; i++)
        if (table->columns[i].release && table->columns_of[i] && roll(3))
            release(table->columns_of[i], &table->columns[i], true);
    self->release = NULL;
    scene_release_end(table->object, self, site);
}

static void one_step(struct table *table) {
    unsigned column = roll(COLUMNS), what = roll(8);
    struct object *child = table->columns_of[column];
    struct ArrowArray *moved = &table->moved[column];
    if (what < 4 ? !child : !table->object)
        return;
    switch (what) {
    case 0: /* a column moves out, or is copied */
        *moved = table->columns[column];
        if (roll(4))
            table->columns[column].release = NULL;
        break;
    case 1:
        scene_hand(EVENT_HAND_OVER, child, moved, scene_site(PLUGIN, 4));
        break;
    case 2:
        release(child, moved, false);
        break;
    case 3:
        release(child, &table->columns[column], false);
        break;
    case 4: /* the table moves, or is copied */
        table->moved[COLUMNS] = table->root;
        if (roll(4))
            table->root.release = NULL;
        scene_hand(EVENT_IMPORT, table->object, &table->moved[COLUMNS], scene_site(APP, 5));
        break;
    case 5:
        scene_hand(EVENT_HAND_OVER, table->object, &table->root, scene_site(APP, 6));
        break;
    case 6:
        release_tree(table, &table->root);
        break;
    case 7:
        release_tree(table, &table->moved[COLUMNS]);
        break;
    }
}

/* What is dead leaves the quarantine sooner or later, parents before children or after them. */
static bool forget(struct object **object) {
    if (*object && (*object)->state >= STATE_RELEASED && roll(4) == 0) {
        tracker_forget(*object);
        *object = NULL;
    }
    return *object == NULL;
}

static bool is_over(struct table *table) {
    bool over = forget(&table->object);
    for (unsigned i = 0; i < COLUMNS; i++)
        over = forget(&table->columns_of[i]) && over;
    return over;
}

static void nothing_breaks(void **state) {
    for (unsigned i = 0; i < TABLES; i++)
        fill(&tables[i]);
    for (unsigned step = 0; step < STEPS; step++) {
        struct table *table = &tables[roll(TABLES)];
        one_step(table);
        if (is_over(table))
            fill(table);
        scene_n_retired = 0;
    }
    assert_true(scene_find(CHECK_DOUBLE_RELEASE) != NULL);
    scene_n_said = 0;
    tracker_end(true);
    for (unsigned i = 0; i < scene_n_said; i++)
        assert_true(scene_said[i].check == CHECK_NEVER_RELEASED);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(nothing_breaks)};
    return cmocka_run_group_tests_name("storm", tests, NULL, NULL);
}
