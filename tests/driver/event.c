/* event: a place in a stream's work that others wait for. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <time.h>

#include "tests/driver/driver.h"
#include "tests/driver/graph.h"

#define MAGIC 0xe7e27001u

struct CUevent_st {
    unsigned magic, flags;
    CUcontext context;
    bool is_recorded;
    struct point at;
    struct timespec when;
    struct capture *capture; /* recorded while capturing: not usable outside */
    CUgraphNode node;
    CUevent next_free, next;
};

static CUevent free_events, all;

struct CUevent_st *event_of(CUevent handle) {
    return handle && handle->magic == MAGIC ? handle : NULL;
}

bool event_point(struct CUevent_st *event, struct point *point) {
    *point = event->at;
    return event->is_recorded;
}

void event_set(struct CUevent_st *event, struct point point) {
    event->is_recorded = true;
    event->at = point;
    event->capture = NULL;
    clock_gettime(CLOCK_MONOTONIC, &event->when);
}

static void end(CUevent event) {
    if (event->magic != MAGIC)
        return;
    event->magic = 0;
    event->next_free = free_events;
    free_events = event;
}

void event_end_context(CUcontext context) {
    driver_lock();
    for (CUevent event = all; event; event = event->next)
        if (event->context == context)
            end(event);
    driver_unlock();
}

ENTRY(cuEventCreate, (CUevent * event, unsigned flags), (event, flags)) {
    CUcontext context = driver_context();
    if (!event || flags > 7)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    driver_lock();
    CUevent made = free_events;
    if (made) {
        free_events = made->next_free;
    } else {
        made = calloc(1, sizeof(*made));
        made->next = all;
        all = made;
    }
    CUevent next = made->next;
    *made = (struct CUevent_st){.magic = MAGIC, .flags = flags, .context = context, .next = next};
    driver_unlock();
    *event = made;
    return CUDA_SUCCESS;
}

ENTRY(cuEventDestroy_v2, (CUevent handle), (handle)) {
    CUevent event = event_of(handle);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    driver_lock();
    end(event);
    driver_unlock();
    return CUDA_SUCCESS;
}
ALIAS(cuEventDestroy, (CUevent handle), (handle), body_of_cuEventDestroy_v2)

static void nothing(void *data) {}

static CUresult record(CUevent handle, CUstream stream_handle, unsigned flags) {
    CUevent event = event_of(handle);
    struct stream *stream = stream_of(stream_handle);
    if (!event || !stream || event->context != stream_context(stream))
        return CUDA_ERROR_INVALID_HANDLE;
    struct capture *capture = stream_capture(stream);
    if (capture && flags & CU_EVENT_RECORD_EXTERNAL)
        return graph_capture_event(stream, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    if (capture) {
        event->capture = capture;
        event->node = graph_capture_tail(stream);
        event->is_recorded = true;
        return CUDA_SUCCESS;
    }
    struct point point = stream_submit(stream, NULL, nothing, NULL);
    driver_lock();
    event_set(event, point);
    driver_unlock();
    return CUDA_SUCCESS;
}

PAIR(cuEventRecord, _ptsz, (CUevent event, CUstream stream), (event, stream)) {
    return record(event, stream, 0);
}

PAIR(cuEventRecordWithFlags, _ptsz, (CUevent event, CUstream stream, unsigned flags),
     (event, stream, flags)) {
    return record(event, stream, flags);
}

PAIR(cuStreamWaitEvent, _ptsz, (CUstream handle, CUevent event_handle, unsigned flags),
     (handle, event_handle, flags)) {
    struct stream *stream = stream_of(handle);
    CUevent event = event_of(event_handle);
    struct point point;
    if (!event || !stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (event->capture)
        return graph_capture_join(stream, event->capture, event->node);
    if (stream_capture(stream))
        return flags & CU_EVENT_WAIT_EXTERNAL
                   ? graph_capture_event(stream, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT)
                   : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    driver_lock();
    bool is_recorded = event_point(event, &point);
    driver_unlock();
    if (is_recorded)
        stream_submit(stream, &point, nothing, NULL);
    return CUDA_SUCCESS;
}

ENTRY(cuEventQuery, (CUevent handle), (handle)) {
    CUevent event = event_of(handle);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    if (event->capture)
        return CUDA_ERROR_CAPTURED_EVENT;
    return !event->is_recorded || stream_is_done(event->at) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

ENTRY(cuEventSynchronize, (CUevent handle), (handle)) {
    CUevent event = event_of(handle);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    if (event->capture)
        return CUDA_ERROR_CAPTURED_EVENT;
    if (event->is_recorded)
        stream_wait_point(event->at);
    return CUDA_SUCCESS;
}

ENTRY(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent stop),
      (milliseconds, start, stop)) {
    if (!event_of(start) || !event_of(stop) || !start->is_recorded || !stop->is_recorded)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!stream_is_done(start->at) || !stream_is_done(stop->at))
        return CUDA_ERROR_NOT_READY;
    *milliseconds = (float)(stop->when.tv_sec - start->when.tv_sec) * 1e3f +
                    (float)(stop->when.tv_nsec - start->when.tv_nsec) / 1e6f;
    return CUDA_SUCCESS;
}
ALIAS(cuEventElapsedTime_v2, (float *milliseconds, CUevent start, CUevent stop),
      (milliseconds, start, stop), body_of_cuEventElapsedTime)
