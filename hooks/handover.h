/* handover: a struct crosses a boundary: is it new, known, released, garbage? New ones get their
 * thunks here.
 *
 * Called between hook_enter() and hook_leave(), no lock held. Foreign memory is read by peek and
 * written by peek_write: only the callback members, only at a hand-over, never while a producer is
 * still building. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_HANDOVER_H
#define HOOKS_HANDOVER_H

#include "tracker/event.h"

/** What a boundary does with a struct. */
enum handover_role {
    ROLE_GIVES,  /* filled when the function returned */
    ROLE_LEAVES, /* filled though it failed: the producer's own to release */
    ROLE_TAKES,  /* ownership goes to the callee */
    ROLE_PEEKS,  /* read only, ownership stays */
    ROLE_DROPS   /* a capsule's destructor looks at it */
};

/** @sample  one new root in so many is watched, 1 for all */
void handover_init(int64_t sample);

/** A number for one hooked call: structs of one call share it. */
uint64_t handover_call(void);

/** Some of what died long ago is forgotten. */
void handover_make_room(void);

/** The place of a hook: return address, stack (captured here), module of the caller. */
struct site handover_site(uintptr_t caller, uint16_t row);

/** The same; the stack is known again where it can be. @frame  of the function of ours that the
 * program called, NULL: not at hand */
struct site handover_site_at(uintptr_t caller, const uintptr_t *frame, uint16_t row);

/**
 * A struct of this kind lies at self.
 *
 * @source  the stream whose callback filled it, NULL otherwise
 * @return  its object (new or known, live or dead), NULL when there is none to track
 */
struct object *handover_see(enum object_kind kind, uintptr_t self, enum handover_role role,
                            struct site *site, struct object *source);

/** The object whose thunk stands in this struct, NULL for none. */
struct object *handover_object(enum object_kind kind, uintptr_t self);

/** True when the struct can be read and its release is NULL. */
bool handover_is_released(enum object_kind kind, uintptr_t self);

/** What the struct's release member holds, 0 when it is NULL or cannot be read. */
uintptr_t handover_release(enum object_kind kind, uintptr_t self);

/** A struct that was seen as ROLE_PEEKS has come back from a function that takes what it likes: an
 * emptied one was taken. */
void handover_was_offered(struct object *object, uintptr_t self, struct site *site);

/** A struct that was released before the call was handed over; site->refused says what became of
 * it. */
void handover_was_released(enum object_kind kind, uintptr_t self, enum handover_role role,
                           struct site *site);

/** Filled by a call that failed: its release is a function, and another than @before the call. */
bool handover_is_leftover(enum object_kind kind, uintptr_t self, uintptr_t before);

/** A producer left it released to say that nothing more comes: it is handed on as such. */
bool handover_has_ended(enum object_kind kind, uintptr_t self);

/** The live object whose struct, still holding its thunk, lies where a call is about to write; NULL
 * for none. */
struct object *handover_target(enum object_kind kind, uintptr_t self);

/** For tracker_ops. */
bool handover_is_in_place(const struct object *object);
bool handover_is_within(const struct object *object);

/** What lay there has been filled anew by @by: noted on the old object, judged at the end. Either
 * may be NULL. */
void handover_overwrote(struct object *old, struct object *by, const struct site *site);

/** Nodes that could not be followed: trees too deep or too wide. For the report's limits. */
uint64_t handover_cut(void);

/** New roots that were left alone, as only a sample is watched. */
uint64_t handover_passed_over(void);

#endif
