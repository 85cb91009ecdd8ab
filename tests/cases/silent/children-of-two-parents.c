/* A producer that counts lets structs share a child, or a dictionary: it is there until the last of
 * them goes, whose callback releases it.
 *
 * expect: nothing
 * seen: 6 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

struct shared {
    int n_parents;
    struct ArrowArray child, *list[1];
};

static const void *buffers[2] = {NULL, "12345678"};

static void release_child(struct ArrowArray *child) {
    child->release = NULL;
}

static void release_parent(struct ArrowArray *parent) {
    struct shared *shared = parent->private_data;
    if (--shared->n_parents == 0) {
        shared->child.release(&shared->child);
        free(shared);
    }
    parent->release = NULL;
}

static struct shared *share(int n_parents) {
    struct shared *shared = calloc(1, sizeof(*shared));
    shared->n_parents = n_parents;
    shared->list[0] = &shared->child;
    shared->child = (struct ArrowArray){
        .length = 1, .n_buffers = 2, .buffers = buffers, .release = release_child};
    return shared;
}

static void export_parent(struct shared *shared, bool is_dictionary, struct ArrowArray *out) {
    struct ArrowArray parent = {.length = 1,
                                .n_buffers = is_dictionary ? 2 : 1,
                                .buffers = buffers,
                                .n_children = is_dictionary ? 0 : 1,
                                .children = is_dictionary ? NULL : shared->list,
                                .dictionary = is_dictionary ? &shared->child : NULL,
                                .private_data = shared,
                                .release = release_parent};
    export_array(verbatim(&parent, sizeof(parent)), out, NULL);
}

int main(void) {
    for (int is_dictionary = 0; is_dictionary < 2; is_dictionary++) {
        struct ArrowArray parents[3];
        struct shared *shared = share(3);
        for (int i = 0; i < 3; i++)
            export_parent(shared, is_dictionary, &parents[i]);
        for (int i = 0; i < 3; i++)
            parents[(i + 1) % 3].release(&parents[(i + 1) % 3]);
    }
    return 0;
}
