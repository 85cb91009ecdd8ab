/* intern: a hash set of strings in the arena. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/intern.h"

#include "report/base/lock.h"
#include "report/base/table.h"

#define N_BUCKETS 4096

struct interned {
    struct interned *next;
    unsigned hash;
    unsigned length;
    char string[];
};

LOCK_DEFINE(intern_lock, LOCK_STACK)
static struct interned *buckets[N_BUCKETS];

static struct interned *find_locked(const char *string, size_t length, unsigned hash) {
    struct interned *at = buckets[hash % N_BUCKETS];
    while (at &&
           !(at->hash == hash && at->length == length && memcmp(at->string, string, length) == 0))
        at = at->next;
    return at;
}

static struct interned *add_locked(const char *string, size_t length, unsigned hash) {
    struct interned *new = memory_alloc(sizeof *new + length + 1);
    if (!new)
        return NULL;
    memcpy(new->string, string, length);
    new->hash = hash;
    new->length = (unsigned)length;
    new->next = buckets[hash % N_BUCKETS];
    buckets[hash % N_BUCKETS] = new;
    return new;
}

const char *intern_string(const char *string, size_t length) {
    if (lock_is_mine(&intern_lock))
        return NULL;
    unsigned hash = table_hash(string, length);
    lock_acquire(&intern_lock);
    struct interned *kept = find_locked(string, length, hash);
    if (!kept)
        kept = add_locked(string, length, hash);
    lock_release(&intern_lock);
    return kept ? kept->string : NULL;
}
