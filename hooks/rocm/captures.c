/* captures: streams that build a graph, and graphs that are launched as a whole. What each node
 * does is read from the real graph when it is made executable, however it was built. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/execs.h"
#include "hooks/rocm/effects.h"
#include "hooks/rocm/inquiry.h"
#include "hooks/rocm/launching.h"
#include "hooks/rocm/moving.h"

/* what HIP answers */

static int get_type(uintptr_t node, int *type) {
    INQUIRE("hipGraphNodeGetType", (uintptr_t, int *), node, type);
    return result;
}

static int get_kernel(uintptr_t node, struct hip_kernel *params) {
    INQUIRE("hipGraphKernelNodeGetParams", (uintptr_t, struct hip_kernel *), node, params);
    return result;
}

static int get_copy(uintptr_t node, struct hip_parms *params) {
    INQUIRE("hipGraphMemcpyNodeGetParams", (uintptr_t, struct hip_parms *), node, params);
    return result;
}

static int get_set(uintptr_t node, struct hip_memset *params) {
    INQUIRE("hipGraphMemsetNodeGetParams", (uintptr_t, struct hip_memset *), node, params);
    return result;
}

static int get_recorded(uintptr_t node, uint64_t *event) {
    INQUIRE("hipGraphEventRecordNodeGetEvent", (uintptr_t, uint64_t *), node, event);
    return result;
}

static int get_awaited(uintptr_t node, uint64_t *event) {
    INQUIRE("hipGraphEventWaitNodeGetEvent", (uintptr_t, uint64_t *), node, event);
    return result;
}

static bool read_list(uintptr_t graph, uintptr_t *nodes, size_t *n) {
    INQUIRE("hipGraphGetNodes", (uintptr_t, uintptr_t *, size_t *), graph, nodes, n);
    return result == HIP_SUCCESS;
}

static bool read_after(uintptr_t node, uintptr_t *after, size_t *n) {
    INQUIRE("hipGraphNodeGetDependencies", (uintptr_t, uintptr_t *, size_t *), node, after, n);
    return result == HIP_SUCCESS;
}

static bool read_child(uintptr_t node, uintptr_t *graph) {
    INQUIRE("hipGraphChildGraphNodeGetGraph", (uintptr_t, uintptr_t *), node, graph);
    return result == HIP_SUCCESS;
}

/* A copy of one line may be a kind of its own that answers with an empty box: it is not read. */
static enum nodes_kind read_accesses(uintptr_t node, int type, struct nodes_reading *reading) {
    struct hip_kernel kernel;
    struct hip_parms copy = {.kind = 0};
    struct hip_memset set;
    if (type == HIP_NODE_KERNEL && get_kernel(node, &kernel) == HIP_SUCCESS)
        reading->n = launching_of_kernel(&kernel, reading->accesses);
    else if (type == HIP_NODE_MEMCPY && get_copy(node, &copy) == HIP_SUCCESS && copy.extent.x)
        reading->n = moving_of_copy(&copy, reading->accesses);
    else if (type == HIP_NODE_MEMSET && get_set(node, &set) == HIP_SUCCESS)
        reading->n = moving_of_set(&set, reading->accesses);
    else
        return NODES_UNREAD;
    return NODES_READ;
}

/* Before version 6 the types were numbered otherwise, and not alike. */
static enum nodes_kind read_node(uintptr_t node, struct nodes_reading *reading) {
    int type;
    if (!inquiry_is_new() || get_type(node, &type) != HIP_SUCCESS)
        return NODES_UNREAD;
    switch (type) {
    case HIP_NODE_KERNEL:
    case HIP_NODE_MEMCPY:
    case HIP_NODE_MEMSET:
        return read_accesses(node, type, reading);
    case HIP_NODE_EVENT_RECORD:
        return get_recorded(node, &reading->records) == HIP_SUCCESS ? NODES_READ : NODES_UNREAD;
    case HIP_NODE_WAIT_EVENT:
        return get_awaited(node, &reading->waits) == HIP_SUCCESS ? NODES_READ : NODES_UNREAD;
    case HIP_NODE_GRAPH:
        return NODES_CHILD;
    case HIP_NODE_HOST:
    case HIP_NODE_EMPTY:
    case HIP_NODE_MEM_ALLOC:
    case HIP_NODE_MEM_FREE:
        return NODES_READ;
    default: /* semaphores, waits for memory: order that cannot be read */
        return NODES_UNREAD;
    }
}

static const struct nodes_source source = {read_list, read_after, read_child, read_node};

/* the calls */

void captures_began(struct rocm_call *call) {
    struct order_stream stream = inquiry_stream(call);
    order_capture_began(&stream);
}

void captures_ended(struct rocm_call *call) {
    struct order_stream stream = inquiry_stream(call);
    order_capture_ended(&stream);
}

void captures_instantiated(struct rocm_call *call) {
    execs_made(rocm_made(call, ARG_NEW_EXEC), &source, rocm_argument(call, ARG_GRAPH));
}

void captures_updated(struct rocm_call *call) {
    execs_made(rocm_argument(call, ARG_EXEC), &source, rocm_argument(call, ARG_GRAPH));
}

void captures_destroy(struct rocm_call *call) {
    execs_destroy(rocm_argument(call, ARG_EXEC));
}

void captures_launched(struct rocm_call *call) {
    uint64_t exec = rocm_argument(call, ARG_EXEC);
    if (!execs_is_known(exec))
        return;
    hook_locate(&call->site);
    execs_launched(&call->op, exec);
}

static void replace(const struct rocm_call *call, const struct order_access *accesses, unsigned n) {
    execs_replace(rocm_argument(call, ARG_EXEC), rocm_argument(call, ARG_NODE), accesses, n);
}

void captures_set_memcpy(struct rocm_call *call) {
    struct order_access accesses[BOX_MOST];
    const void *copy = (const void *)rocm_argument(call, ARG_NODE_PARMS);
    replace(call, accesses, moving_of_copy(copy, accesses));
}

void captures_set_memset(struct rocm_call *call) {
    struct order_access accesses[BOX_MOST];
    const void *set = (const void *)rocm_argument(call, ARG_MEMSET);
    replace(call, accesses, moving_of_set(set, accesses));
}

void captures_set_kernel(struct rocm_call *call) {
    struct order_access accesses[LAUNCHING_MOST];
    const void *kernel = (const void *)rocm_argument(call, ARG_KERNEL);
    replace(call, accesses, launching_of_kernel(kernel, accesses));
}

void captures_set_record(struct rocm_call *call) {
    execs_record(rocm_argument(call, ARG_EXEC), rocm_argument(call, ARG_NODE),
                 rocm_argument(call, ARG_EVENT));
}

void captures_set_wait(struct rocm_call *call) {
    execs_wait(rocm_argument(call, ARG_EXEC), rocm_argument(call, ARG_NODE),
               rocm_argument(call, ARG_EVENT));
}

void captures_enabled(struct rocm_call *call) {
    execs_enable(rocm_argument(call, ARG_EXEC), rocm_argument(call, ARG_NODE),
                 rocm_argument(call, ARG_FLAGS) != 0);
}

void captures_set_unknown(struct rocm_call *call) {
    execs_weaken(rocm_argument(call, ARG_EXEC), rocm_argument(call, ARG_NODE));
}
