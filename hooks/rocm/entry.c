/* entry: hipGetProcAddress and its kin hand out functions of HIP: ours in their places, the look-up
 * itself among them; and what cannot be watched is counted. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/entry.h"

#include "hooks/rocm/effects.h"
#include "hooks/rocm/hip.h"
#include "hooks/rocm/inquiry.h"
#include "report/base/text.h"

#define MOST_NAME 96

static _Atomic uint64_t n_interop;

/* Names of OpenGL and its kin: they hand out memory and events of others. */
static bool is_interop(const char *name) {
    return strncmp(name, "hipGL", 5) == 0 || strncmp(name, "hipGraphicsGL", 13) == 0;
}

/* Of name and twin the one that was handed out; a runtime may know no twin of this name. */
static struct hook_row *row_of(const char *name, void *found, bool is_per_thread) {
    char twin[MOST_NAME];
    struct text text = text_begin(twin, sizeof(twin));
    text_add(&text, name);
    text_add(&text, "_spt");
    struct hook_row *plain = rocm_row_of(name), *own = rocm_row_of(twin);
    if (own && found == inquiry_symbol(twin))
        return own;
    if (plain && found == inquiry_symbol(name))
        return plain;
    return own && is_per_thread ? own : plain;
}

/* HIP has read the name and written the answer: both are good. */
void entry_answered(struct rocm_call *call) {
    const char *name = (const char *)rocm_argument(call, ARG_NAME);
    void **found = (void **)rocm_argument(call, ARG_FOUND);
    if (!name || !found || !*found)
        return;
    if (is_interop(name))
        atomic_fetch_add(&n_interop, 1);
    bool is_per_thread =
        call->row->is_per_thread || rocm_argument(call, ARG_LOOKUP_FLAGS) & HIP_PER_THREAD;
    struct hook_row *row = row_of(name, *found, is_per_thread);
    void *ours = row ? hook_entry(row, *found) : NULL;
    if (ours)
        *found = ours;
}

uint64_t entry_n_interop(void) {
    return atomic_load(&n_interop);
}
