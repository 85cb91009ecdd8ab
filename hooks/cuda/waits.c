/* waits: streams and events made and ended, records, and who waits for what. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"
#include "tracker/syncevent.h"

/* What a successful call has written through a pointer of its. */
static uintptr_t made(const struct cuda_call *call, enum cuda_role role) {
    const uintptr_t *place = (const uintptr_t *)cuda_argument(call, role);
    return place ? *place : 0;
}

void waits_stream_created(struct cuda_call *call) {
    uintptr_t handle = made(call, ARG_NEW_STREAM);
    ask_note_stream(handle, (unsigned)cuda_argument(call, ARG_FLAGS));
    struct order_stream stream = ask_stream_of(handle, false);
    order_stream_created(&stream);
    cuda_locate(call);
    order_stream_made(handle, call->site.stack);
}

/* Before: the handle may belong to another thread's new stream as soon as the call is made. */
void waits_stream_destroy(struct cuda_call *call) {
    uintptr_t handle = cuda_argument(call, ARG_STREAM);
    if (handle <= (uintptr_t)CU_STREAM_PER_THREAD)
        return;
    struct order_stream stream = ask_stream_of(handle, false);
    order_stream_destroyed(&stream);
    ask_forget_stream(handle);
}

void waits_stream(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    order_wait_stream(&call->wait, &stream);
    call->is_waiting = true;
}

void waits_event(struct cuda_call *call) {
    order_wait_event(&call->wait, cuda_argument(call, ARG_EVENT));
    call->is_waiting = true;
}

void waits_two_events(struct cuda_call *call) {
    waits_event(call);
    order_wait_event(&call->other, cuda_argument(call, ARG_EVENT2));
    call->is_waiting_twice = true;
}

static uint64_t context_of(const struct cuda_call *call) {
    uint64_t context = cuda_argument(call, ARG_CONTEXT);
    return context ? context : ask_context();
}

void waits_context(struct cuda_call *call) {
    order_wait_context(&call->wait, context_of(call));
    call->is_waiting = true;
}

/* A query that answers "not ready" has failed, so it does not come here. */
void waits_host(struct cuda_call *call) {
    if (record_is_begun())
        cuda_locate(call);
    order_waited_host(&call->wait, &call->site);
    call->is_waiting = false;
}

void waits_host_twice(struct cuda_call *call) {
    waits_host(call);
    order_waited_host(&call->other, &call->site);
    call->is_waiting_twice = false;
}

void waits_stream_waited(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    if (call->wait.is_watched)
        cuda_locate(call);
    order_waited_stream(&call->wait, &stream, &call->site);
    call->is_waiting = false;
}

void waits_context_waited(struct cuda_call *call) {
    cuda_locate(call);
    order_waited_context(&call->wait, context_of(call), &call->site);
    call->is_waiting = false;
}

void waits_event_created(struct cuda_call *call) {
    syncevent_created(made(call, ARG_NEW_EVENT), SYNCEVENT_NORMAL, ask_context(), ask_device());
}

void waits_event_opened(struct cuda_call *call) {
    syncevent_created(made(call, ARG_NEW_EVENT), SYNCEVENT_FOREIGN, ask_context(), ask_device());
}

void waits_event_destroy(struct cuda_call *call) {
    cuda_locate(call);
    syncevent_destroyed(cuda_argument(call, ARG_EVENT), &call->site);
}

/* An external record in a capture is a node; the graph's launch records it. */
void waits_recorded(struct cuda_call *call) {
    if (cuda_argument(call, ARG_FLAGS) & CU_EVENT_RECORD_EXTERNAL)
        return;
    cuda_locate(call);
    syncevent_recorded(&call->op, cuda_argument(call, ARG_EVENT), SYNCEVENT_NORMAL);
}

void waits_record_failed(struct cuda_call *call) {
    const char *why = call->result == CUDA_ERROR_INVALID_HANDLE
                          ? "cuEventRecord failed: event and stream are of different contexts"
                          : "cuEventRecord failed";
    syncevent_record_failed(cuda_argument(call, ARG_EVENT), why);
}

void waits_context_recorded(struct cuda_call *call) {
    cuda_locate(call);
    syncevent_recorded_context(cuda_argument(call, ARG_EVENT), context_of(call), &call->site);
}
