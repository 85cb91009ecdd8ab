/* await: streams and events made and ended, records, and who waits for what. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/effects.h"
#include "hooks/rocm/hip.h"
#include "hooks/rocm/inquiry.h"
#include "tracker/syncevent.h"

void await_stream_created(struct rocm_call *call) {
    uintptr_t handle = rocm_made(call, ARG_NEW_STREAM);
    inquiry_note_stream(handle, (unsigned)rocm_argument(call, ARG_FLAGS));
    struct order_stream stream = inquiry_stream_of(handle, false);
    order_stream_created(&stream);
    hook_locate(&call->site);
    order_stream_made(handle, call->site.stack);
}

/* Before: the handle may belong to another thread's new stream as soon as the call is made. */
void await_stream_destroy(struct rocm_call *call) {
    uintptr_t handle = rocm_argument(call, ARG_STREAM);
    if (handle <= HIP_STREAM_PER_THREAD)
        return;
    struct order_stream stream = inquiry_stream_of(handle, false);
    order_stream_destroyed(&stream);
    inquiry_forget_stream(handle);
}

void await_stream(struct rocm_call *call) {
    struct order_stream stream = inquiry_stream(call);
    order_wait_stream(&call->wait, &stream);
    call->is_waiting = true;
}

void await_event(struct rocm_call *call) {
    order_wait_event(&call->wait, rocm_argument(call, ARG_EVENT));
    call->is_waiting = true;
}

void await_two_events(struct rocm_call *call) {
    await_event(call);
    order_wait_event(&call->other, rocm_argument(call, ARG_EVENT2));
    call->is_waiting_twice = true;
}

void await_device(struct rocm_call *call) {
    order_wait_context(&call->wait, inquiry_context());
    call->is_waiting = true;
}

/* Before: what was the device's is another's as soon as the call is made. */
void await_device_reset(struct rocm_call *call) {
    hook_locate(&call->site);
    order_context_destroyed(inquiry_context(), &call->site);
}

/* A query that answers "not ready" has failed, so it does not come here. */
void await_host(struct rocm_call *call) {
    hook_locate(&call->site);
    order_waited_host(&call->wait, &call->site);
    call->is_waiting = false;
}

void await_host_twice(struct rocm_call *call) {
    await_host(call);
    order_waited_host(&call->other, &call->site);
    call->is_waiting_twice = false;
}

void await_stream_waited(struct rocm_call *call) {
    struct order_stream stream = inquiry_stream(call);
    hook_locate(&call->site);
    order_waited_stream(&call->wait, &stream, &call->site);
    call->is_waiting = false;
}

static void create(struct rocm_call *call, enum syncevent_kind kind) {
    uint64_t event = rocm_made(call, ARG_NEW_EVENT);
    syncevent_created(event, kind, inquiry_context(), inquiry_device());
    syncevent_ask(event, inquiry_is_pending);
}

void await_event_created(struct rocm_call *call) {
    create(call, SYNCEVENT_NORMAL);
}

void await_event_opened(struct rocm_call *call) {
    create(call, SYNCEVENT_FOREIGN);
}

void await_event_destroy(struct rocm_call *call) {
    hook_locate(&call->site);
    syncevent_destroyed(rocm_argument(call, ARG_EVENT), &call->site);
}

/* An external record in a capture is a node; the graph's launch records it. */
void await_recorded(struct rocm_call *call) {
    if (rocm_argument(call, ARG_FLAGS) & HIP_EXTERNAL)
        return;
    hook_locate(&call->site);
    syncevent_recorded(&call->op, rocm_argument(call, ARG_EVENT), SYNCEVENT_NORMAL);
}

void await_record_failed(struct rocm_call *call) {
    const char *why = call->result == HIP_INVALID_HANDLE
                          ? "hipEventRecord failed: event and stream are of different devices"
                          : "hipEventRecord failed";
    syncevent_record_failed(rocm_argument(call, ARG_EVENT), why);
}
