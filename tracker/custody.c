/* custody: one table from a struct's address to the maker of its capsule. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/custody.h"

#include "report/base/table.h"

struct custody {
    UT_hash_handle hh;
    struct {
        uint64_t address, kind;
    } key;
    int maker;
};

static struct lock lock;
static struct custody *table;
static bool (*stands)(const struct object *object);

void custody_init(bool (*is_in_place)(const struct object *object)) {
    stands = is_in_place;
    lock_init(&lock, LOCK_PAIR);
}

static struct custody *find_locked(uintptr_t address, enum object_kind kind) {
    struct custody wanted = {.key = {.address = address, .kind = (uint64_t)kind}};
    struct custody *custody;
    HASH_FIND(hh, table, &wanted.key, sizeof(wanted.key), custody);
    return custody;
}

static struct custody *add_locked(uintptr_t address, enum object_kind kind) {
    struct custody *custody = memory_alloc(sizeof(*custody));
    if (!custody)
        return NULL;
    custody->key.address = address;
    custody->key.kind = (uint64_t)kind;
    HASH_ADD(hh, table, key, sizeof(custody->key), custody);
    if (custody->hh.tbl)
        return custody;
    memory_free(custody, sizeof(*custody));
    return NULL;
}

void custody_begin(uintptr_t address, enum object_kind kind, int maker) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(address, kind);
    if (!custody)
        custody = add_locked(address, kind);
    if (custody)
        custody->maker = maker;
    lock_release(&lock);
}

void custody_end(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(address, kind);
    if (custody) {
        HASH_DELETE(hh, table, custody);
        memory_free(custody, sizeof(*custody));
    }
    lock_release(&lock);
}

bool custody_has(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    bool has = find_locked(address, kind);
    lock_release(&lock);
    return has;
}

bool custody_find(const struct object *object, int *maker) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(object->address, object->kind);
    if (custody)
        *maker = custody->maker;
    lock_release(&lock);
    /* What was moved out is another's, wherever it went. */
    return custody && stands(object);
}
