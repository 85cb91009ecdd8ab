/* place: sharded hash tables whose entries hang in their objects' lists as well. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/place.h"

#include "report/base/lock.h"
#include "tracker/draft.h"

#define SHARDS 64

static struct shard {
    struct lock lock;
    struct place *table;
} shards[SHARDS];

void place_init(void) {
    for (unsigned i = 0; i < SHARDS; i++)
        lock_init(&shards[i].lock, LOCK_ADDRESS);
}

static struct shard *shard_of(uintptr_t address) {
    return &shards[table_hash(&address, sizeof(address)) % SHARDS];
}

static struct place *find_locked(struct shard *shard, uintptr_t address, enum object_kind kind) {
    struct place wanted = {.key = {.address = address, .kind = (uint64_t)kind}};
    struct place *place;
    HASH_FIND(hh, shard->table, &wanted.key, sizeof(wanted.key), place);
    return place;
}

static void remove_locked(struct shard *shard, struct place *place) {
    if (place->in_table)
        HASH_DELETE(hh, shard->table, place);
    place->in_table = false;
}

/* The table answers for this place from now on, unless it is of the past and another came since. */
static void enter(struct place *place, bool is_past) {
    struct shard *shard = shard_of(place->key.address);
    lock_acquire(&shard->lock);
    if (!place->in_table) {
        struct place *old =
            find_locked(shard, place->key.address, (enum object_kind)place->key.kind);
        bool stays = old && is_past && old->from_seq > place->from_seq;
        if (old && !stays)
            remove_locked(shard, old);
        if (!stays)
            HASH_ADD(hh, shard->table, key, sizeof(place->key), place);
        place->in_table = !stays && place->hh.tbl != NULL;
    }
    lock_release(&shard->lock);
}

static void leave(struct place *place) {
    struct shard *shard = shard_of(place->key.address);
    lock_acquire(&shard->lock);
    remove_locked(shard, place);
    lock_release(&shard->lock);
}

struct place *place_find_locked(const struct object *object, uintptr_t address) {
    struct place *place = object->places;
    while (place && place->key.address != address)
        place = place->next;
    return place;
}

/* Drop the oldest but one when there are too many: where it came from is worth more. */
static void trim_locked(struct object *object) {
    struct place **at = &object->places;
    for (unsigned n = 0; n < PLACE_MOST - 2 && *at; n++)
        at = &(*at)->next;
    if (!*at || !(*at)->next)
        return;
    struct place *old = *at;
    *at = old->next;
    leave(old);
    memory_free(old, sizeof(*old));
}

static void unlink_locked(struct object *object, struct place *place) {
    struct place **at = &object->places;
    while (*at != place)
        at = &(*at)->next;
    *at = place->next;
}

static struct place *set_locked(struct object *object, uintptr_t address, uint64_t seq,
                                bool is_past) {
    struct place *place = place_find_locked(object, address);
    if (place && place == object->places) {
        enter(place, is_past);
        return place;
    }
    if (place) {
        unlink_locked(object, place);
    } else {
        trim_locked(object);
        place = memory_alloc(sizeof(*place));
        if (!place)
            return NULL;
        place->key.address = address;
        place->key.kind = (uint64_t)object->kind;
        place->object = object;
        place->from_seq = seq;
    }
    place->to_seq = 0;
    if (object->places)
        object->places->to_seq = seq;
    place->next = object->places;
    object->places = place;
    enter(place, is_past);
    return place;
}

struct place *place_set_locked(struct object *object, uintptr_t address, uint64_t seq) {
    return set_locked(object, address, seq, false);
}

struct place *place_restore_locked(struct object *object, uintptr_t address, uint64_t seq) {
    return set_locked(object, address, seq, true);
}

void place_drop_locked(struct object *object) {
    struct place *place;
    while ((place = object->places)) {
        object->places = place->next;
        leave(place);
        memory_free(place, sizeof(*place));
    }
}

struct object *place_holder(uintptr_t address, enum object_kind kind) {
    draft_draw_at(address, kind);
    struct shard *shard = shard_of(address);
    lock_acquire(&shard->lock);
    struct place *place = find_locked(shard, address, kind);
    struct object *object = place ? place->object : NULL;
    lock_release(&shard->lock);
    return object;
}
