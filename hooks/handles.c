/* handles: the table. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/handles.h"

#include <stdbool.h>

/** Places looked at for one handle. */
#define REACH 64

static unsigned slot_of(struct handles *handles, uintptr_t handle, bool make) {
    unsigned slot = (unsigned)((handle >> 4) * 2654435761u) % HANDLES_MOST;
    for (unsigned n = 0; n < REACH; n++, slot = (slot + 1) % HANDLES_MOST) {
        _Atomic uintptr_t *place = &handles->slots[slot].handle;
        uintptr_t there = atomic_load_explicit(place, memory_order_acquire);
        if (there == handle)
            return slot;
        if (there == 0 && (!make || atomic_compare_exchange_strong(place, &there, handle)))
            return make ? slot : HANDLES_MOST;
        if (there == handle)
            return slot;
    }
    return HANDLES_MOST;
}

void handles_put(struct handles *handles, uintptr_t handle, uintptr_t word) {
    unsigned slot = slot_of(handles, handle, word != 0);
    if (slot < HANDLES_MOST)
        atomic_store(&handles->slots[slot].word, word);
}

uintptr_t handles_get(struct handles *handles, uintptr_t handle) {
    unsigned slot = slot_of(handles, handle, false);
    return slot < HANDLES_MOST ? atomic_load(&handles->slots[slot].word) : 0;
}
