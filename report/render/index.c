/* index: a vector that is sorted when it is first asked. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/index.h"

#include "report/base/hash.h"
#include "report/render/store.h"

#include <stdlib.h>
#include <string.h>

void index_add(struct index *index, uint64_t key, uint64_t offset) {
    if (index->n == index->room) {
        /* Not from the store: what is given back while it grows is of use. */
        index->room = index->room ? 2 * index->room : 16;
        index->entries = realloc(index->entries, index->room * sizeof *index->entries);
        if (!index->entries)
            store_fail();
    }
    index->entries[index->n++] = (struct index_entry){key, offset};
    index->is_sorted = false;
}

static int compare(const void *a, const void *b) {
    const struct index_entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool is_in_order(const struct index *index) {
    for (size_t i = 1; i < index->n; i++)
        if (compare(&index->entries[i - 1], &index->entries[i]) > 0)
            return false;
    return true;
}

const struct index_entry *index_all(struct index *index, size_t *n) {
    if (!index->is_sorted && index->n) {
        size_t n_kept = 0;
        if (!is_in_order(index))
            qsort(index->entries, index->n, sizeof *index->entries, compare);
        for (size_t i = 0; i < index->n; i++)
            if (i + 1 == index->n || index->entries[i].key != index->entries[i + 1].key)
                index->entries[n_kept++] = index->entries[i];
        index->n = n_kept;
    }
    index->is_sorted = true;
    *n = index->n;
    return index->entries;
}

bool index_find(struct index *index, uint64_t key, uint64_t *offset) {
    size_t low = 0, high;
    const struct index_entry *entries = index_all(index, &high);
    size_t n = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == n || entries[low].key != key)
        return false;
    *offset = entries[low].offset;
    return true;
}

uint64_t index_key(const char *name) {
    const char *number = strrchr(name, '#');
    char *end = NULL;
    uint64_t n = number ? strtoull(number + 1, &end, 10) : 0;
    if (!number || end == number + 1 || *end || n >> 47)
        return hash_add(HASH_NONE, name, strlen(name)) | 1ull << 63;
    return n << 16 | (hash_add(HASH_NONE, name, (size_t)(number - name)) >> 32 & 0xffff);
}
