/* callback: what happens around release, get_schema, get_next and get_last_error of a wrapped
 * object.
 *
 * The restore rule (reference: hook-surface.md section 4): the producer's own release stands in the
 * struct while its callback runs, if the field held our thunk; the thunk comes back only while the
 * object lives; no other field is ever written. No lock of ours is held while the producer's code
 * runs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CALLBACK_H
#define HOOKS_CALLBACK_H

#include "hooks/thunk.h"

/** Byte offsets of the callback members of a kind, in slot order: release first; n of them. */
struct callback_layout {
    unsigned n;
    uint16_t offsets[4];
    thunk_handler handlers[4];
    uint16_t struct_size;
};

extern const struct callback_layout callback_layouts[N_KINDS];

#endif
