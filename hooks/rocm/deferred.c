/* deferred: functions of the program that a stream calls: their thread is after the stream's work.
 *
 * In the function's place stands one of ours, with the function and its argument in a parcel. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/effects.h"
#include "hooks/rocm/inquiry.h"
#include "report/base/memory.h"

struct parcel {
    void (*function)(void *data);
    void (*callback)(void *stream, int status, void *data);
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

static void call_function(void *data) {
    struct parcel parcel = open_parcel(data);
    parcel.function(parcel.data);
}

static void call_back(void *stream, int status, void *data) {
    struct parcel parcel = open_parcel(data);
    parcel.callback(stream, status, parcel.data);
}

static uintptr_t *place_of(struct rocm_call *call, enum rocm_role role) {
    return &call->arguments[call->row->place[role] - 1];
}

static void pack(struct rocm_call *call, enum rocm_role role, uintptr_t ours) {
    uintptr_t *function = place_of(call, role), *data = place_of(call, ARG_HOST_DATA);
    struct parcel *parcel = *function ? memory_alloc(sizeof(*parcel)) : NULL;
    call->kept = (uintptr_t)parcel;
    if (!parcel)
        return;
    *parcel = (struct parcel){.function = (void (*)(void *)) * function,
                              .callback = (void (*)(void *, int, void *)) * function,
                              .data = (void *)*data,
                              .context = call->stream.context};
    parcel->is_kept =
        inquiry_is_capturing(rocm_argument(call, ARG_STREAM), call->row->is_per_thread);
    if (!parcel->is_kept)
        order_wait_stream(&parcel->before, &call->stream);
    *data = (uintptr_t)parcel;
    *function = ours;
}

void deferred_function(struct rocm_call *call) {
    pack(call, ARG_HOST_FUNCTION, (uintptr_t)call_function);
}

void deferred_callback(struct rocm_call *call) {
    pack(call, ARG_CALLBACK, (uintptr_t)call_back);
}

void deferred_failed(struct rocm_call *call) {
    struct parcel *parcel = (struct parcel *)call->kept;
    if (parcel && !parcel->is_kept)
        order_wait_drop(&parcel->before);
    memory_free(parcel, sizeof(*parcel));
}
