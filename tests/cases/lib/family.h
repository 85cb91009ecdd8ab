/* family: a producer of structs with two children, in the case itself; what the parent's callback
 * does with them is up to the case, from one struct to the next. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_FAMILY_H
#define CASES_LIB_FAMILY_H

#include <stdlib.h>

#include "producer.h"

/** So many are released by the rules, as a producer's children are known for. */
#define FAMILY_MANY 64

static void (*family_manner)(struct ArrowArray *children[2]);

static void family_child(struct ArrowArray *child) {
    child->release = NULL;
}

/** The children's callback. */
static void (*family_release)(struct ArrowArray *child) = family_child;

static void family_good(struct ArrowArray *children[2]) {
    for (int i = 0; i < 2; i++)
        children[i]->release(children[i]);
}

static void family_parent(struct ArrowArray *parent) { // <- parent
    family_manner(parent->children);
    parent->release = NULL;
}

/** Each has children of its own, which are never freed. */
static bool family_export(struct ArrowArray *out, void (*manner)(struct ArrowArray *children[2])) {
    struct {
        struct ArrowArray *children[2], storage[2];
        const void *buffers[3];
    } *all = calloc(1, sizeof(*all));
    family_manner = manner;
    all->buffers[2] = "12345678";
    for (int i = 0; i < 2; i++) {
        all->storage[i] = (struct ArrowArray){
            .length = 1, .n_buffers = 2, .buffers = &all->buffers[1], .release = family_release};
        all->children[i] = &all->storage[i];
    }
    struct ArrowArray parent = {.length = 1,
                                .n_buffers = 1,
                                .n_children = 2,
                                .buffers = all->buffers,
                                .children = all->children,
                                .release = family_parent};
    return export_array(verbatim(&parent, sizeof(parent)), out, NULL);
}

static inline void family_begin(void) {
    struct ArrowArray parent;
    for (int i = 0; i < FAMILY_MANY; i++)
        if (family_export(&parent, family_good))
            parent.release(&parent);
}

#endif
