/* handle: a table by address, and a count of who knows each handle. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/handle.h"

#include "report/base/table.h"

struct handle {
    UT_hash_handle hh;
    uintptr_t address;
    const struct type *type;
    struct handle *whole; /* it closes with this one, NULL for none */
    uint32_t n_users;     /* objects, parts and the table */
    uint32_t n_bound;     /* objects of its own and of its parts */
    stack_id closed_at;
    _Atomic bool is_closed; /* set after closed_at */
};

LOCK_DEFINE(lock, LOCK_HANDLE)
static struct handle *handles;

static void drop_locked(struct handle *handle) {
    while (handle && --handle->n_users == 0) {
        struct handle *whole = handle->whole;
        memory_free(handle, sizeof(*handle));
        handle = whole;
    }
}

static void forget_locked(struct handle *handle) {
    HASH_DEL(handles, handle);
    drop_locked(handle);
}

/* It, or the whole of which it is a part; NULL while all are open. */
static const struct handle *closed(const struct handle *handle) {
    while (handle && !atomic_load_explicit(&handle->is_closed, memory_order_acquire))
        handle = handle->whole;
    return handle;
}

static bool insert_locked(struct handle *handle) {
    HASH_ADD(hh, handles, address, sizeof(handle->address), handle);
    if (!handle->hh.tbl)
        return false;
    handle->n_users++;
    return true;
}

static struct handle *find_locked(uintptr_t address) {
    struct handle *handle;
    HASH_FIND(hh, handles, &address, sizeof(address), handle);
    return handle;
}

/* What is used is open: an entry that was closed speaks of an earlier handle at this address. */
static struct handle *get_locked(uintptr_t address) {
    struct handle *handle = find_locked(address);
    if (handle && !closed(handle))
        return handle;
    if (handle)
        forget_locked(handle);
    handle = memory_alloc(sizeof(*handle));
    if (!handle)
        return NULL;
    handle->address = address;
    if (insert_locked(handle))
        return handle;
    memory_free(handle, sizeof(*handle));
    return NULL;
}

static void count_bound_locked(struct handle *handle, uint32_t more) {
    for (; handle; handle = handle->whole)
        handle->n_bound += more;
}

static void bind_locked(struct object *object, struct handle *handle, enum handle_bond bond) {
    handle->n_users++;
    count_bound_locked(handle, 1);
    object->handle = handle;
    object->bond = (uint8_t)bond;
}

void handle_bind(struct object *object, uintptr_t address, enum handle_bond bond) {
    if (!address)
        return;
    lock_acquire(&lock);
    struct handle *handle = object->handle ? NULL : get_locked(address);
    if (handle)
        bind_locked(object, handle, bond);
    lock_release(&lock);
}

void handle_inherit(struct object *object, const struct object *source) {
    /* What comes of a call that was too late is no second fault. */
    if (!source->handle || source->bond != BOND_ALL ||
        (source->reported & CHECK_BIT(CHECK_PARENT_CLOSED_FIRST)))
        return;
    lock_acquire(&lock);
    if (!object->handle)
        bind_locked(object, source->handle, BOND_ALL);
    lock_release(&lock);
}

void handle_note_type(uintptr_t address, const struct type *type) {
    lock_acquire(&lock);
    struct handle *handle = get_locked(address);
    if (handle)
        handle->type = type;
    lock_release(&lock);
}

const struct type *handle_type(uintptr_t address) {
    lock_acquire(&lock);
    const struct handle *handle = find_locked(address);
    const struct type *type = handle && !closed(handle) ? handle->type : NULL;
    lock_release(&lock);
    return type;
}

void handle_unbind(struct object *object) {
    if (!object->handle)
        return;
    lock_acquire(&lock);
    count_bound_locked(object->handle, (uint32_t)-1);
    drop_locked(object->handle);
    lock_release(&lock);
    object->handle = NULL;
}

static bool is_within(const struct handle *handle, const struct handle *whole) {
    while (handle && handle != whole)
        handle = handle->whole;
    return handle != NULL;
}

void handle_part(uintptr_t part, uintptr_t whole) {
    lock_acquire(&lock);
    struct handle *of = whole ? get_locked(whole) : NULL;
    struct handle *handle = of ? get_locked(part) : NULL;
    if (handle && handle->whole != of && handle->n_bound > 0) {
        /* The same address, another owner: what came from it before keeps the earlier handle. */
        forget_locked(handle);
        handle = get_locked(part);
    }
    if (handle && handle->whole != of && !is_within(of, handle)) {
        drop_locked(handle->whole);
        handle->whole = of;
        of->n_users++;
    }
    lock_release(&lock);
}

struct handle *handle_close_begin(uintptr_t address) {
    lock_acquire(&lock);
    struct handle *handle = find_locked(address);
    if (handle) {
        handle->n_users++;
        forget_locked(handle);
    }
    lock_release(&lock);
    return handle;
}

/* Parts without an object serve no more. */
static void forget_parts_locked(const struct handle *whole) {
    struct handle *handle, *next;
    HASH_ITER(hh, handles, handle, next) {
        if (handle->whole == whole)
            forget_locked(handle);
    }
}

void handle_close_end(struct handle *handle, bool is_closed, stack_id stack) {
    lock_acquire(&lock);
    if (is_closed) {
        handle->closed_at = stack;
        atomic_store_explicit(&handle->is_closed, true, memory_order_release);
        forget_parts_locked(handle);
    } else if (!find_locked(handle->address)) {
        insert_locked(handle);
    }
    drop_locked(handle);
    lock_release(&lock);
}

bool handle_is_bound(const struct handle *handle) {
    lock_acquire(&lock);
    bool is_bound = handle->n_bound > 0;
    lock_release(&lock);
    return is_bound;
}

bool handle_is_closed(const struct object *object, stack_id *stack) {
    const struct handle *handle = closed(object->handle);
    if (handle)
        *stack = handle->closed_at;
    return handle != NULL;
}
