/* context: contexts that end, with all that was theirs. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"

void context_end(struct cuda_call *call) {
    cuda_locate(call);
    order_context_destroyed(cuda_argument(call, ARG_CONTEXT), &call->site);
}

/* Only the last user's call ends it; whether this was the last shows afterwards. */
void context_detached(struct cuda_call *call) {
    if (!ask_is_context(cuda_argument(call, ARG_CONTEXT)))
        context_end(call);
}

void context_retained(struct cuda_call *call) {
    const uintptr_t *context = (const uintptr_t *)cuda_argument(call, ARG_NEW_CONTEXT);
    ask_note_primary((int)cuda_argument(call, ARG_DEVICE), *context);
}

void context_keep_primary(struct cuda_call *call) {
    call->kept = ask_primary((int)cuda_argument(call, ARG_DEVICE));
}

void context_primary_ended(struct cuda_call *call) {
    if (!call->kept || ask_primary((int)cuda_argument(call, ARG_DEVICE)))
        return;
    cuda_locate(call);
    order_context_destroyed(call->kept, &call->site);
}
