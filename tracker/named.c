/* named: the table of names, and the addresses that are given out. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/named.h"

#include <stdatomic.h>

#include "tracker/timeline.h"

/* Above what the kernel gives to programs on any machine: 57 bits. */
#define FIRST ((uintptr_t)1 << 62)
#define GRAIN ((uint64_t)4096)

struct name {
    UT_hash_handle hh;
    uintptr_t value, at;
};

static struct name *names;
static _Atomic uintptr_t next = FIRST;

/* A gap keeps one object's end from being another's begin. */
uintptr_t named_room(uint64_t size) {
    return atomic_fetch_add(&next, (size + 2 * GRAIN - 1) / GRAIN * GRAIN);
}

static struct name *find(uintptr_t value) {
    struct name *name;
    HASH_FIND(hh, names, &value, sizeof(value), name);
    return name;
}

static void remove_name(struct name *name) {
    HASH_DELETE(hh, names, name);
    memory_free(name, sizeof(*name));
}

static bool add(uintptr_t value, uintptr_t at) {
    struct name *name = memory_alloc(sizeof(*name));
    if (!name)
        return false;
    name->value = value;
    name->at = at;
    HASH_ADD(hh, names, value, sizeof(value), name);
    if (name->hh.tbl)
        return true;
    memory_free(name, sizeof(*name));
    return false;
}

void named_add(uintptr_t value, uintptr_t at) {
    timeline_lock();
    struct name *name = find(value);
    if (name)
        name->at = at;
    else if (!add(value, at))
        timeline_dropped();
    timeline_unlock();
}

void named_remove(uintptr_t value) {
    timeline_lock();
    struct name *name = find(value);
    if (name)
        remove_name(name);
    timeline_unlock();
}

uintptr_t named_address(uintptr_t value) {
    timeline_lock();
    const struct name *name = find(value);
    uintptr_t at = name ? name->at : value;
    timeline_unlock();
    return at;
}

void named_fork_child(void) {
    struct name *name, *after;
    HASH_ITER(hh, names, name, after)
    remove_name(name);
}
