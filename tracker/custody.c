/* custody: one table from the address of a struct to whose its capsule is. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/custody.h"

#include "report/base/table.h"

struct custody {
    UT_hash_handle hh;
    struct {
        uint64_t address, kind;
    } key;
    struct custody_of of;
    uint64_t number; /* of the last object that was seen in it, 0: none */
};

/* Without a destructor. */
#define MOST_ENDLESS 4096

static struct lock lock;
static struct custody *table;
static unsigned n_endless;
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

static void remove_locked(struct custody *custody) {
    n_endless -= !custody->of.has_destructor;
    HASH_DELETE(hh, table, custody);
    memory_free(custody, sizeof(*custody));
}

void custody_begin(uintptr_t address, enum object_kind kind, const struct custody_of *of) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(address, kind);
    if (custody)
        remove_locked(custody);
    if (of->has_destructor || n_endless < MOST_ENDLESS)
        custody = add_locked(address, kind);
    else
        custody = NULL;
    if (custody) {
        custody->of = *of;
        custody->number = 0;
        n_endless += !of->has_destructor;
    }
    lock_release(&lock);
}

void custody_read(const struct object *object) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(object->address, object->kind);
    if (custody)
        custody->number = object->number;
    lock_release(&lock);
}

bool custody_was_read(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    const struct custody *custody = find_locked(address, kind);
    bool was_read = custody && custody->number;
    lock_release(&lock);
    return was_read;
}

void custody_end(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(address, kind);
    if (custody)
        remove_locked(custody);
    lock_release(&lock);
}

bool custody_has(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    bool has = find_locked(address, kind);
    lock_release(&lock);
    return has;
}

bool custody_find(const struct object *object, struct custody_of *of) {
    lock_acquire(&lock);
    struct custody *custody = find_locked(object->address, object->kind);
    /* One without a destructor may be gone, and another struct stand in its place. */
    if (custody && !custody->of.has_destructor && custody->number != object->number)
        custody = NULL;
    if (custody)
        *of = custody->of;
    lock_release(&lock);
    /* What was moved out is another's, wherever it went. */
    return custody && stands(object);
}
