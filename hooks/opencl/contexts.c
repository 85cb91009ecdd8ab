/* contexts: made and given back. What stands in one keeps it, but for memory that is no object. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/counts.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/query.h"

static struct counts contexts = {.size = sizeof(struct count)};

void contexts_created(struct opencl_call *call) {
    const struct count context = {0};
    counts_add(&contexts, call->result, &context);
}

void contexts_retained(struct opencl_call *call) {
    counts_retain(&contexts, opencl_argument(call, ARG_CONTEXT));
}

/* Before: asked while it is there. Queues, buffers and events hold references of their own. */
void contexts_release(struct opencl_call *call) {
    struct count context;
    uintptr_t handle = opencl_argument(call, ARG_CONTEXT);
    bool ends = query_context_references(handle) == 1;
    if (!counts_release(&contexts, handle, &context) || !ends)
        return;
    opencl_locate(call);
    order_context_destroyed(handle, &call->site);
}
