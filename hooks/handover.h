/* handover: a struct crosses a boundary: is it new, known, released, garbage? New ones get their
 * thunks here.
 *
 * Called between hook_enter() and hook_leave(), no lock held. Foreign memory is read by peek and
 * written by poke: only the callback members, only at a hand-over, never while a producer is still
 * building. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_HANDOVER_H
#define HOOKS_HANDOVER_H

#include "tracker/event.h"

/** What a boundary does with a struct. */
enum handover_role {
    ROLE_GIVES, /* filled when the function returned */
    ROLE_TAKES, /* ownership goes to the callee */
    ROLE_PEEKS, /* read only, ownership stays */
    ROLE_DROPS  /* a capsule's destructor looks at it */
};

/** The place of a hook: return address, stack (captured here), module of the caller. */
struct site handover_site(uintptr_t caller, uint16_t row);

/**
 * A struct of this kind lies at self.
 *
 * @source  the stream whose callback filled it, NULL otherwise
 * @return  its object (new or known, live or dead), NULL when there is none to track
 */
struct object *handover_see(enum object_kind kind, uintptr_t self, enum handover_role role,
                            struct site *site, struct object *source);

#endif
