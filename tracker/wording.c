/* wording: hashes strings of the program's memory. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/wording.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/table.h"
#include "tracker/look.h"

static bool hash_string(const char *string, unsigned *hash) {
    char copy[256];
    int length = peek_string(copy, sizeof(copy), string);
    *hash = length < 0 ? 0 : table_hash(copy, (size_t)length);
    return length >= 0;
}

/* Metadata has no end but the one that its numbers tell: C Data Interface, ArrowSchema.metadata. */
static bool measure(const char *metadata, size_t *size) {
    uintptr_t at = (uintptr_t)metadata;
    int64_t n = look_number(&at);
    if (n < 0 || n > LOOK_METADATA_MOST)
        return false;
    for (int64_t i = 0; i < 2 * n; i++) {
        int64_t length = look_number(&at);
        if (length < 0)
            return false;
        at += (uintptr_t)length;
    }
    *size = at - (uintptr_t)metadata;
    return true;
}

static bool hash_metadata(const char *metadata, unsigned *hash) {
    unsigned char bytes[256];
    size_t size;
    *hash = 0;
    if (!measure(metadata, &size))
        return false;
    for (size_t at = 0; at < size; at += sizeof(bytes)) {
        size_t n = size - at < sizeof(bytes) ? size - at : sizeof(bytes);
        if (peek(bytes, metadata + at, n) != 0)
            return false;
        *hash = *hash * 31 + table_hash(bytes, n);
    }
    return true;
}

static bool hash_one(unsigned which, const char *string, unsigned *hash) {
    return which == WORDING_METADATA ? hash_metadata(string, hash) : hash_string(string, hash);
}

static void list(const struct ArrowSchema *schema, const char *strings[N_WORDINGS]) {
    strings[WORDING_FORMAT] = schema->format;
    strings[WORDING_NAME] = schema->name;
    strings[WORDING_METADATA] = schema->metadata;
}

struct wording *wording_read(const struct ArrowSchema *schema) {
    struct wording *wording = memory_alloc(sizeof(*wording));
    if (!wording)
        return NULL;
    list(schema, wording->strings);
    for (unsigned i = 0; i < N_WORDINGS; i++)
        if (wording->strings[i] && !hash_one(i, wording->strings[i], &wording->hashes[i]))
            wording->strings[i] = NULL;
    return wording;
}

const char *wording_changed(const struct wording *then, uintptr_t place) {
    static const char *const names[N_WORDINGS] = {"format", "name", "metadata"};
    const char *strings[N_WORDINGS];
    struct ArrowSchema now;
    unsigned hash;
    if (peek(&now, (const void *)place, sizeof(now)) != 0 || !now.release)
        return NULL;
    list(&now, strings);
    for (unsigned i = 0; i < N_WORDINGS; i++)
        if (then->strings[i] && strings[i] == then->strings[i] &&
            (!hash_one(i, strings[i], &hash) || hash != then->hashes[i]))
            return names[i];
    return NULL;
}
