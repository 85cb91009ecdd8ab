/* hostcall: functions of the program that a stream calls: their thread is after the stream's work.
 *
 * In the function's place stands one of ours, with the function and its argument in a parcel. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"
#include "report/base/memory.h"

struct parcel {
    CUhostFn function;
    CUstreamCallback callback;
    void *data;
    struct order_stream stream;
    struct order_wait before; /* the stream's work so far, of a graph's not known */
    bool is_kept;             /* part of a graph, which may be launched again */
};

static void begin(struct parcel *parcel) {
    struct hook_light guard;
    if (!hook_enter_lightly(&guard))
        return;
    if (parcel->is_kept)
        order_callback_began(&parcel->stream);
    else
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
    parcel->stream = call->stream;
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
