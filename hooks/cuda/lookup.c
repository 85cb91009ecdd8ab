/* lookup: cuGetProcAddress hands out functions of the driver: ours in their places, its own look-up
 * among them; and what cannot be watched is counted. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/lookup.h"

#include "hooks/cuda/ask.h"
#include "report/base/text.h"

#define PER_THREAD 2 /* of the flags */

static _Atomic uint64_t n_tables, n_interop;

/* Names of OpenGL, EGL, VDPAU: they hand out memory and events of others. */
static bool is_interop(const char *name) {
    return strncmp(name, "cuGL", 4) == 0 || strncmp(name, "cuEGL", 5) == 0 ||
           strncmp(name, "cuVDPAU", 7) == 0 || strncmp(name, "cuGraphicsGL", 12) == 0 ||
           strncmp(name, "cuGraphicsEGL", 13) == 0 || strncmp(name, "cuGraphicsVDPAU", 15) == 0 ||
           strcmp(name, "cuEventCreateFromEGLSync") == 0;
}

/* Asked for a later version than its own a driver answers with the newest variant that it has. */
static int version_of(const struct cuda_call *call) {
    int asked = (int)cuda_argument(call, ARG_VERSION), own = ask_version();
    return own && own < asked ? own : asked;
}

/* The driver has read the name and written the answer: both are good. */
void lookup_answered(struct cuda_call *call) {
    const char *name = (const char *)cuda_argument(call, ARG_NAME);
    void **found = (void **)cuda_argument(call, ARG_FOUND);
    if (!name || !found || !*found)
        return;
    if (is_interop(name))
        atomic_fetch_add(&n_interop, 1);
    bool is_per_thread = cuda_argument(call, ARG_LOOKUP_FLAGS) & PER_THREAD;
    struct hook_row *row = cuda_row_of(name, version_of(call), is_per_thread);
    void *ours = row ? hook_entry(row, *found) : NULL;
    if (ours)
        *found = ours;
}

void lookup_table(struct cuda_call *call) {
    atomic_fetch_add(&n_tables, 1);
}

const char *lookup_limit(void) {
    static char storage[160];
    struct text text = text_begin(storage, sizeof(storage));
    uint64_t tables = atomic_load(&n_tables), interop = atomic_load(&n_interop);
    if (!tables && !interop)
        return NULL;
    text_add(&text, "of CUDA not watched:");
    if (tables) {
        text_add(&text, " what comes from ");
        text_add_uint(&text, tables);
        text_add(&text, tables == 1 ? " export table" : " export tables");
    }
    if (interop) {
        text_add(&text, tables ? ", " : " ");
        text_add_uint(&text, interop);
        text_add(&text, interop == 1 ? " function" : " functions");
        text_add(&text, " of OpenGL, EGL and VDPAU");
    }
    return storage;
}
