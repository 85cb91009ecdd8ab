/* ended: a table of addresses, each entry's with the step that came before. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/ended.h"

#include "report/base/table.h"
#include "tracker/number.h"

#define MOST 1024

static struct ended {
    uintptr_t address;
    enum object_kind kind;
    uint64_t seq;
} table[MOST];
static struct lock lock;

void ended_init(void) {
    lock_init(&lock, LOCK_PAIR);
}

static struct ended *entry_of(uintptr_t address) {
    return &table[table_hash(&address, sizeof(address)) % MOST];
}

void ended_note(uintptr_t address, enum object_kind kind) {
    struct ended *entry = entry_of(address);
    lock_acquire(&lock);
    *entry = (struct ended){address, kind, number_last_step()};
    lock_release(&lock);
}

static uint64_t last_step(const struct object *object) {
    object_lock(object);
    uint64_t seq = object->last ? object->last->seq : 0;
    object_unlock(object);
    return seq;
}

bool ended_is_last(uintptr_t address, enum object_kind kind, const struct object *object) {
    const struct ended *entry = entry_of(address);
    lock_acquire(&lock);
    const struct ended found = *entry;
    lock_release(&lock);
    return found.address == address && found.kind == kind &&
           (!object || last_step(object) <= found.seq);
}
