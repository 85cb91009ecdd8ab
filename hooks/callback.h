/* callback: what happens around release, get_schema, get_next and get_last_error of a wrapped
 * object.
 *
 * The restore rule (reference: hook-surface.md section 4): the producer's own release stands in the
 * struct while its callback runs, if the field held our thunk; the thunk comes back only while the
 * object lives; no other field is ever written. Neither the guard nor a lock of ours is held while
 * the producer's code runs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CALLBACK_H
#define HOOKS_CALLBACK_H

#include "hooks/thunk.h"

enum callback_kind {
    CALLBACK_RELEASE,
    CALLBACK_GET_SCHEMA,
    CALLBACK_GET_NEXT,
    CALLBACK_GET_LAST_ERROR,
    N_CALLBACKS
};

/** Byte offsets of the callback members of a kind, in slot order: release first. */
struct callback_layout {
    unsigned n;
    uint16_t offsets[N_CALLBACKS];
    const thunk_handler *handlers;
    uint16_t struct_size;
};

extern const struct callback_layout callback_layouts[N_KINDS];

/** What a slot that was given back does when it is called all the same: nothing, said once. */
uintptr_t callback_stale(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                         uint32_t slot);

/** free() or its kin was called on this address while the thread is inside a callback. */
void callback_freed(uintptr_t address, uintptr_t caller);

#endif
