/* hostcall: functions of the program that a stream calls: their thread is after the stream's work.
 *
 * In the function's place stands one of ours, with the function and its argument in a parcel. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"
#include "report/base/memory.h"

struct parcel {
    CUDA_HOST_NODE_PARAMS node; /* what a graph is given of it */
    CUhostFn function;
    CUstreamCallback callback;
    void *data;
    struct order_wait before; /* the work of the stream so far */
    bool is_kept;             /* part of a graph, which may be launched again, on any stream: ... */
    uint64_t context;         /* ... of all work there, as nobody says which launch it is */
};

static void begin(struct parcel *parcel) {
    struct hook_light guard;
    if (!hook_enter_lightly(&guard))
        return;
    if (parcel->is_kept)
        order_wait_context(&parcel->before, parcel->context);
    order_waited_host(&parcel->before, NULL);
    hook_leave_lightly(&guard);
}

static struct parcel open_parcel(struct parcel *parcel) {
    struct parcel copy = *parcel;
    if (!parcel->is_kept)
        memory_free(parcel, sizeof(*parcel));
    begin(&copy);
    return copy;
}

static void CUDA_CB call_function(void *data) {
    struct parcel parcel = open_parcel(data);
    parcel.function(parcel.data);
}

static void CUDA_CB call_back(CUstream stream, CUresult status, void *data) {
    struct parcel parcel = open_parcel(data);
    parcel.callback(stream, status, parcel.data);
}

static struct parcel *pack(struct cuda_call *call, enum cuda_role role, uintptr_t ours) {
    struct parcel *parcel = memory_alloc(sizeof(*parcel));
    uintptr_t *function = &call->arguments[call->row->place[role] - 1];
    uintptr_t *data = &call->arguments[call->row->place[ARG_HOST_DATA] - 1];
    call->kept = (uintptr_t)parcel;
    if (!parcel || !*function)
        return NULL;
    parcel->data = (void *)*data;
    parcel->context = call->stream.context;
    parcel->is_kept = ask_is_capturing(cuda_argument(call, ARG_STREAM), call->row->is_per_thread);
    if (!parcel->is_kept)
        order_wait_stream(&parcel->before, &call->stream);
    *data = (uintptr_t)parcel;
    *function = ours;
    return parcel;
}

void hostcall_function(struct cuda_call *call) {
    CUhostFn function = (CUhostFn)cuda_argument(call, ARG_HOST_FUNCTION);
    struct parcel *parcel = pack(call, ARG_HOST_FUNCTION, (uintptr_t)call_function);
    if (parcel)
        parcel->function = function;
}

/* The graph copies what it is given. */
void hostcall_node(struct cuda_call *call) {
    uintptr_t *given = &call->arguments[call->row->place[ARG_HOST_NODE] - 1];
    const CUDA_HOST_NODE_PARAMS *params = (const CUDA_HOST_NODE_PARAMS *)*given;
    struct parcel *parcel = params && params->fn ? memory_alloc(sizeof(*parcel)) : NULL;
    call->kept = (uintptr_t)parcel;
    if (!parcel)
        return;
    *parcel = (struct parcel){.node = {.fn = call_function, .userData = parcel},
                              .function = params->fn,
                              .data = params->userData,
                              .is_kept = true,
                              .context = ask_context()};
    *given = (uintptr_t)&parcel->node;
}

void hostcall_callback(struct cuda_call *call) {
    CUstreamCallback callback = (CUstreamCallback)cuda_argument(call, ARG_CALLBACK);
    struct parcel *parcel = pack(call, ARG_CALLBACK, (uintptr_t)call_back);
    if (parcel)
        parcel->callback = callback;
}

void hostcall_failed(struct cuda_call *call) {
    struct parcel *parcel = (struct parcel *)call->kept;
    if (parcel && !parcel->is_kept)
        order_wait_drop(&parcel->before);
    memory_free(parcel, sizeof(*parcel));
}
