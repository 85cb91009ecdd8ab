/* goods: one block a tree, freed by the root's release. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hold/goods.h"

#include <stdlib.h>

enum { ROWS = 4, CHILDREN = 2 };

struct block {
    int64_t values[ROWS];
    const void *buffers[1 + CHILDREN][2];
    struct ArrowArray children[CHILDREN], *list[CHILDREN];
};

static void release_child(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_root(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    free(array->private_data);
    array->release = NULL;
}

static void fill(struct ArrowArray *array, struct block *block, const void **buffers) {
    buffers[1] = block->values;
    *array = (struct ArrowArray){.length = ROWS,
                                 .n_buffers = 2,
                                 .buffers = buffers,
                                 .release = release_child,
                                 .private_data = block};
}

static bool fill_flat(const struct source *source, void *out, struct ArrowSchema *schema) {
    struct block *block = calloc(1, sizeof(*block));
    struct ArrowArray *array = out;
    (void)source, (void)schema;
    fill(array, block, block->buffers[0]);
    array->release = release_root;
    return true;
}

static bool fill_struct(const struct source *source, void *out, struct ArrowSchema *schema) {
    struct ArrowArray *array = out;
    fill_flat(source, out, schema);
    struct block *block = array->private_data;
    array->n_buffers = 1;
    array->n_children = CHILDREN;
    array->children = block->list;
    for (int i = 0; i < CHILDREN; i++) {
        block->list[i] = &block->children[i];
        fill(block->list[i], block, block->buffers[1 + i]);
    }
    return true;
}

const struct source goods_flat = {fill_flat}, goods_struct = {fill_struct};

void goods_export(const struct source *source, struct ArrowArray *out) {
    export_array(source, out, NULL);
}
