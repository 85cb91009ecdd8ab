/* probe: tracker/extent for a program that is none of ours: what it says of each buffer of an
 * array. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/memory.h"
#include "tracker/content.h"
#include "tracker/extent.h"

/* As extent.py reads it. */
struct said {
    uint64_t address, begin, end;
    int64_t first, rows;
    uint32_t depth, buffer;
    uint32_t is_certain, is_dictionary;
};

struct listing {
    struct said *said;
    int64_t n, most;
};

EXPORT int64_t probe(struct ArrowSchema *schema, struct ArrowArray *array, struct said *said,
                     int64_t most);

static bool list(const struct extent_node *node, void *context) {
    struct listing *listing = context;
    for (int64_t i = 0; i < node->copy.n_buffers && listing->n < listing->most; i++) {
        struct extent extent;
        bool is_certain = extent_find(&extent, node->type, &node->copy, i, true);
        listing->said[listing->n++] =
            (struct said){.address = (uint64_t)(uintptr_t)extent_buffer(node, i),
                          .begin = extent.begin,
                          .end = extent.end,
                          .first = node->first,
                          .rows = node->rows,
                          .depth = node->depth,
                          .buffer = (uint32_t)i,
                          .is_certain = is_certain,
                          .is_dictionary = node->index == EXTENT_DICTIONARY};
    }
    return true;
}

EXPORT unsigned judge(struct ArrowSchema *schema, struct ArrowArray *array,
                      struct content_fault *faults);

static void begin(void) {
    static bool is_begun;
    if (is_begun)
        return;
    memory_init((size_t)64 << 20);
    type_init();
    is_begun = true;
}

/* What is wrong with the content: how many faults. */
unsigned judge(struct ArrowSchema *schema, struct ArrowArray *array, struct content_fault *faults) {
    begin();
    const struct type *type = type_of(schema);
    return type ? content_judge(type, array, faults) : 0;
}

/* How many buffers there are, -1 when the array does not fit its schema. */
int64_t probe(struct ArrowSchema *schema, struct ArrowArray *array, struct said *said,
              int64_t most) {
    struct listing listing = {.said = said, .most = most};
    begin();
    const struct type *type = type_of(schema);
    return type && extent_each(type, array, list, &listing) ? listing.n : -1;
}
