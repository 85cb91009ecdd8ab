/* index: where in a file the line of an id stands, sixteen bytes an id. The last one added holds.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_INDEX_H
#define RENDER_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct index_entry {
    uint64_t key, offset;
};

struct index {
    size_t n, room;
    struct index_entry *entries;
    bool is_sorted; /* by key, each once */
};

void index_add(struct index *index, uint64_t key, uint64_t offset);

/** Its offset; false when it has none. */
bool index_find(struct index *index, uint64_t key, uint64_t *offset);

/** All entries by key, each once; *n is their number. */
const struct index_entry *index_all(struct index *index, size_t *n);

/** A key of an object's name: "array#2" comes before "array#17". Two names may have the same one:
 * compare what the line says. */
uint64_t index_key(const char *name);

#endif
