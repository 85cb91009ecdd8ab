/* handle: what a library calls a statement, a connection, a layer: an address from which structures
 * come and which is closed one day.
 *
 * Only handles that a row or a declaration names are kept, for parent-closed-first and for the type
 * of what crosses with them.
 * Locks: LOCK_HANDLE around the table. A handle lives as long as the table or an object knows it;
 * that it is closed may be read without a lock. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_HANDLE_H
#define TRACKER_HANDLE_H

#include "report/stack.h"
#include "tracker/object.h"

struct handle;

/** How an object hangs on the handle that it came from. */
enum handle_bond {
    BOND_USE,  /* a stream may be released after the handle was closed, but no longer used */
    BOND_LIFE, /* a stream is released before the handle is closed; what it gave lives on */
    BOND_ALL   /* what the stream gave is released before, too */
};

/** The object came from the handle at this address. Nothing when memory is spent. */
void handle_bind(struct object *object, uintptr_t address, enum handle_bond bond);

/** What a stream gives belongs to the stream's handle, where the bond says so. */
void handle_inherit(struct object *object, const struct object *source);

/** All schemas and arrays that cross with the handle are of this type. */
void handle_note_type(uintptr_t address, const struct type *type);

/** What was noted since the handle was opened; NULL for nothing. */
const struct type *handle_type(uintptr_t address);

/** The object is forgotten. */
void handle_unbind(struct object *object);

/** One handle closes with another: a layer with its dataset. */
void handle_part(uintptr_t part, uintptr_t whole);

/**
 * The handle is about to be closed: from now on its address may mean another one.
 *
 * @return NULL when nothing ever came from it
 */
struct handle *handle_close_begin(uintptr_t address);

/**
 * @closed  false: the library refused, the handle lives on
 * @stack   where that was
 */
void handle_close_end(struct handle *handle, bool closed, stack_id stack);

/** Structures came from it, or from a part of it, that are not forgotten. */
bool handle_is_bound(const struct handle *handle);

/** The handle that an object came from, or the whole of which it is a part, has been closed; *stack
 * is where. */
bool handle_is_closed(const struct object *object, stack_id *stack);

#endif
