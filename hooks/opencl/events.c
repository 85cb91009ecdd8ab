/* events: made by commands and by the program, counted, waited for, asked about. */
/* SPDX-License-Identifier: Apache-2.0 */

#include "hooks/opencl/api.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/query.h"
#include "report/base/memory.h"
#include "report/base/thread.h"
#include "tracker/syncevent.h"

static const char failed[] = "its command has failed";

/* A command's own event, where the program wants one. Where it was put stands in a report if the
 * command is a marker, or touches what we know. */
void events_made(struct opencl_call *call) {
    const cl_event *made = (const cl_event *)opencl_argument(call, ARG_NEW_EVENT);
    if (!made || !*made)
        return;
    if (call->row->effect->how & GATHERS)
        opencl_locate(call);
    queue_gave(&call->op, (uint64_t)*made, call->queue.context, query_is_pending);
}

void events_promised(struct opencl_call *call) {
    queue_promised(call->result, opencl_argument(call, ARG_CONTEXT), query_is_pending);
}

/* Before: who waits for it may go on before the call is back. */
void events_keep(struct opencl_call *call) {
    opencl_locate(call);
    if ((cl_int)opencl_argument(call, ARG_STATUS) < 0)
        syncevent_failed(opencl_argument(call, ARG_EVENT), "the program set it to an error",
                         &call->site);
    else
        syncevent_completed(opencl_argument(call, ARG_EVENT), &call->site);
}

void events_retained(struct opencl_call *call) {
    syncevent_retained(opencl_argument(call, ARG_EVENT));
}

/* Before: the handle may be another event's as soon as the call is made. */
void events_release(struct opencl_call *call) {
    const uint64_t event = opencl_argument(call, ARG_EVENT);
    const struct queue_after it = {.events = &event, .n = 1};
    if (queue_is_watched(&it))
        opencl_locate(call);
    syncevent_released(event, &call->site);
}

/* What an event stands for never changes: taken after the wait it is what it was before. */
static void wait_for(const struct opencl_call *call, uint64_t event) {
    struct order_wait wait;
    queue_flushed_of(event);
    order_wait_event(&wait, event);
    wait.began_ns = call->began_ns;
    order_waited_host(&wait, &call->site);
}

void events_wait(struct opencl_call *call) {
    call->began_ns = thread_clock_ns();
}

void events_waited(struct opencl_call *call) {
    const uint64_t *events = (const uint64_t *)opencl_argument(call, ARG_EVENTS);
    opencl_locate(call);
    for (unsigned i = 0; i < (unsigned)opencl_argument(call, ARG_N_EVENTS); i++)
        wait_for(call, events[i]);
}

/* It has waited for all of them none the less. Which of several has failed not every runtime says
 * when it is asked. */
void events_wait_failed(struct opencl_call *call) {
    const uint64_t *events = (const uint64_t *)opencl_argument(call, ARG_EVENTS);
    if ((cl_int)call->result != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return;
    unsigned n = (unsigned)opencl_argument(call, ARG_N_EVENTS);
    events_waited(call);
    for (unsigned i = 0; i < n; i++)
        if (n == 1 || query_status(events[i]) < 0)
            syncevent_failed(events[i], failed, &call->site);
}

/* By the specification no point of synchronisation. */
void events_asked(struct opencl_call *call) {
    const cl_int *status = (const cl_int *)opencl_argument(call, ARG_VALUE);
    if ((cl_event_info)opencl_argument(call, ARG_INFO) != CL_EVENT_COMMAND_EXECUTION_STATUS ||
        !status || opencl_argument(call, ARG_SIZE) < sizeof(*status))
        return;
    if (*status < 0) {
        opencl_locate(call);
        syncevent_failed(opencl_argument(call, ARG_EVENT), failed, &call->site);
    } else if (*status == CL_COMPLETE) {
        queue_glimpsed(opencl_argument(call, ARG_EVENT));
    }
}

void events_timed(struct opencl_call *call) {
    queue_glimpsed(opencl_argument(call, ARG_EVENT));
}

/* Callbacks: in the function's place stands one of ours, with both in a parcel. */

typedef void(CL_CALLBACK *callback_fn)(cl_event, cl_int, void *);

struct parcel {
    callback_fn function;
    void *data;
};

static void note_done(uint64_t event, cl_int status) {
    const struct site site = {.actor = -1, .row = UINT16_MAX};
    struct hook_light guard;
    if (status > CL_COMPLETE || !hook_enter_lightly(&guard))
        return;
    struct order_wait wait;
    if (status < 0)
        syncevent_failed(event, failed, &site);
    order_wait_event(&wait, event);
    order_waited_host(&wait, &site);
    hook_leave_lightly(&guard);
}

static void CL_CALLBACK call_back(cl_event event, cl_int status, void *data) {
    struct parcel parcel = *(struct parcel *)data;
    memory_free(data, sizeof(parcel));
    note_done((uint64_t)event, status);
    parcel.function(event, status, parcel.data);
}

void events_call_back(struct opencl_call *call) {
    callback_fn function = (callback_fn)opencl_argument(call, ARG_EVENT_CALLBACK);
    struct parcel *parcel = function ? memory_alloc(sizeof(*parcel)) : NULL;
    if (!parcel)
        return;
    *parcel = (struct parcel){function, (void *)opencl_argument(call, ARG_CALLBACK_DATA)};
    call->kept = (uintptr_t)parcel;
    opencl_replace(call, ARG_EVENT_CALLBACK, (uintptr_t)call_back);
    opencl_replace(call, ARG_CALLBACK_DATA, (uintptr_t)parcel);
}

void events_call_failed(struct opencl_call *call) {
    memory_free((void *)call->kept, sizeof(struct parcel));
}
