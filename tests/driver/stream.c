/* stream: queues of work, each run by a thread of its own, and who waits for whom. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/driver/driver.h"

#define MAGIC 0x57245ea3u

struct op {
    struct op *next;
    void (*run)(void *);
    void *data;
    bool is_held;
    unsigned n_after;
    struct point after[];
};

struct stream {
    struct stream *next; /* of the context */
    enum stream_kind kind;
    CUcontext context;
    CUstream handle;
    unsigned flags;
    int priority;
    uint64_t id, submitted, done;
    bool is_held, is_dying;
    unsigned steps;
    struct op *head, **tail;
    struct capture *capture;
    pthread_cond_t work; /* for its thread: something is queued */
};

/* What a handle points to: used again for another stream, as drivers do. */
struct CUstream_st {
    unsigned magic;
    struct stream *now;
    CUstream next_free;
};

static CUstream free_handles;
static _Atomic unsigned delay_us;
static bool does_nothing; /* work is done as soon as it is asked for, without being done */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool hold_next_tail;
static struct op *held_tail;

void driver_lock(void) {
    pthread_mutex_lock(&mutex);
}

void driver_unlock(void) {
    pthread_mutex_unlock(&mutex);
}

void driver_wait(void) {
    pthread_cond_wait(&changed, &mutex);
}

void driver_changed(void) {
    pthread_cond_broadcast(&changed);
}

void driver_delay(unsigned microseconds) {
    delay_us = microseconds;
}

__attribute__((constructor)) static void read_delay(void) {
    const char *delay = getenv("ARROWDEV_DRIVER_DELAY");
    delay_us = delay ? (unsigned)atoi(delay) : 0;
    const char *work = getenv("ARROWDEV_DRIVER_WORK");
    does_nothing = work && strcmp(work, "none") == 0;
}

static bool is_done(struct point point) {
    return !point.stream || point.stream->done >= point.n;
}

bool stream_is_done(struct point point) {
    driver_lock();
    bool done = is_done(point);
    driver_unlock();
    return done;
}

static bool may_run(struct stream *stream, const struct op *op) {
    if ((stream->is_held && !stream->steps) || op->is_held)
        return false;
    for (unsigned i = 0; i < op->n_after; i++)
        if (!is_done(op->after[i]))
            return false;
    return true;
}

static void *run_stream(void *argument) {
    struct stream *stream = argument;
    driver_lock();
    for (;;) {
        while (!stream->head && !stream->is_dying)
            pthread_cond_wait(&stream->work, &mutex);
        struct op *op = stream->head;
        if (!op)
            break;
        while (!may_run(stream, op))
            driver_wait();
        driver_unlock();
        if (delay_us)
            usleep(delay_us);
        op->run(op->data);
        driver_lock();
        stream->head = op->next;
        if (!stream->head)
            stream->tail = &stream->head;
        stream->done++;
        stream->steps -= stream->steps > 0;
        driver_changed();
        free(op->data);
        free(op);
    }
    driver_unlock();
    return NULL;
}

static struct stream *make(CUcontext context, enum stream_kind kind, unsigned flags) {
    static uint64_t last_id;
    pthread_t thread;
    struct stream *stream = calloc(1, sizeof(*stream));
    *stream = (struct stream){.kind = kind, .context = context, .flags = flags, .id = ++last_id};
    stream->tail = &stream->head;
    pthread_cond_init(&stream->work, NULL);
    stream->next = context->streams;
    context->streams = stream;
    pthread_create(&thread, NULL, run_stream, stream);
    pthread_detach(thread);
    return stream;
}

static struct stream *legacy_of(CUcontext context) {
    if (!context->legacy)
        context->legacy = make(context, STREAM_LEGACY, 0);
    return context->legacy;
}

/* One for each thread and context. */
static struct stream *per_thread_of(CUcontext context) {
    static _Thread_local struct {
        CUcontext context;
        uint64_t id;
        struct stream *stream;
    } own[4];
    for (unsigned i = 0; i < LENGTH(own); i++)
        if (!own[i].stream || (own[i].context == context && own[i].id == context->id)) {
            own[i].context = context;
            own[i].id = context->id;
            if (!own[i].stream)
                own[i].stream = make(context, STREAM_PER_THREAD, 0);
            return own[i].stream;
        }
    return legacy_of(context);
}

static struct stream *find(CUstream handle) {
    CUcontext context = driver_context();
    bool is_special = (uintptr_t)handle <= (uintptr_t)CU_STREAM_PER_THREAD;
    if (is_special && !context)
        return NULL;
    if (handle == CU_STREAM_PER_THREAD || (!handle && driver_is_per_thread()))
        return per_thread_of(context);
    if (is_special)
        return legacy_of(context);
    return handle->magic == MAGIC ? handle->now : NULL;
}

struct stream *stream_of(CUstream handle) {
    driver_lock();
    struct stream *stream = find(handle);
    driver_unlock();
    return stream;
}

struct stream *stream_default(void) {
    return stream_of(NULL);
}

CUcontext stream_context(const struct stream *stream) {
    return stream->context;
}

struct capture *stream_capture(const struct stream *stream) {
    return stream->capture;
}

void stream_set_capture(struct stream *stream, struct capture *capture) {
    stream->capture = capture;
}

static bool is_blocking(const struct stream *stream) {
    return stream->kind == STREAM_BLOCKING || stream->kind == STREAM_PER_THREAD;
}

static void wait_behind(struct op *op, struct stream *stream) {
    if (stream && stream->submitted > stream->done)
        op->after[op->n_after++] = (struct point){stream, stream->submitted};
}

static struct op *make_op(struct stream *stream, const struct point *after) {
    unsigned n = 3;
    for (struct stream *other = stream->context->streams; other; other = other->next)
        n++;
    struct op *op = calloc(1, sizeof(*op) + n * sizeof(struct point));
    if (after && !is_done(*after))
        op->after[op->n_after++] = *after;
    if (!is_done(stream->context->gate))
        op->after[op->n_after++] = stream->context->gate;
    if (is_blocking(stream))
        wait_behind(op, stream->context->legacy);
    for (struct stream *other = stream->context->streams; other; other = other->next)
        if (stream->kind == STREAM_LEGACY && is_blocking(other))
            wait_behind(op, other);
    return op;
}

static struct point queue(struct stream *stream, struct op *op) {
    *stream->tail = op;
    stream->tail = &op->next;
    stream->submitted++;
    pthread_cond_signal(&stream->work);
    return (struct point){stream, stream->submitted};
}

struct point stream_submit(struct stream *stream, const struct point *after, void (*run)(void *),
                           void *data) {
    if (does_nothing) {
        free(data);
        return (struct point){0};
    }
    driver_lock();
    struct op *op = make_op(stream, after);
    op->run = run;
    op->data = data;
    struct point point = queue(stream, op);
    driver_unlock();
    return point;
}

struct point stream_submit_tail(struct stream *stream, void (*run)(void *), void *data) {
    driver_lock();
    struct op *op = make_op(stream, NULL);
    op->run = run;
    op->data = data;
    op->is_held = hold_next_tail;
    if (hold_next_tail)
        held_tail = op;
    hold_next_tail = false;
    struct point point = queue(stream, op);
    driver_unlock();
    return point;
}

void driver_hold_next_tail(void) {
    hold_next_tail = true;
}

void driver_open_tail(void) {
    driver_lock();
    if (held_tail)
        held_tail->is_held = false;
    held_tail = NULL;
    driver_changed();
    driver_unlock();
}

static void wait_locked(struct point point) {
    while (!is_done(point))
        driver_wait();
}

void stream_wait_point(struct point point) {
    driver_lock();
    wait_locked(point);
    driver_unlock();
}

/* Of the legacy stream: what its next work would wait for. */
static bool is_part_of(const struct stream *other, const struct stream *stream) {
    if (other == stream)
        return true;
    if (stream->kind == STREAM_LEGACY)
        return is_blocking(other);
    return is_blocking(stream) && other->kind == STREAM_LEGACY;
}

void stream_wait_idle(struct stream *stream) {
    driver_lock();
    for (struct stream *other = stream->context->streams; other; other = other->next)
        if (is_part_of(other, stream))
            wait_locked((struct point){other, other->submitted});
    driver_unlock();
}

bool stream_is_idle(struct stream *stream) {
    bool is_idle = true;
    driver_lock();
    for (struct stream *other = stream->context->streams; other; other = other->next)
        if (is_part_of(other, stream))
            is_idle = is_idle && other->done == other->submitted;
    driver_unlock();
    return is_idle;
}

void stream_wait_context(CUcontext context) {
    driver_lock();
    for (struct stream *stream = context->streams; stream; stream = stream->next)
        wait_locked((struct point){stream, stream->submitted});
    driver_unlock();
}

/* The lock is held. */
static void end(struct stream *stream) {
    CUstream handle = stream->handle;
    stream->is_dying = true;
    stream->handle = NULL;
    pthread_cond_signal(&stream->work);
    if (!handle)
        return;
    handle->magic = 0;
    handle->now = NULL;
    handle->next_free = free_handles;
    free_handles = handle;
}

void stream_end_context(CUcontext context) {
    driver_lock();
    for (struct stream *stream = context->streams; stream; stream = stream->next)
        if (!stream->is_dying)
            end(stream);
    context->streams = context->legacy = NULL;
    driver_unlock();
}

static CUresult create(CUstream *handle, unsigned flags, int priority) {
    CUcontext context = driver_context();
    if (!handle || flags > CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    driver_lock();
    struct stream *stream = make(context, flags ? STREAM_NON_BLOCKING : STREAM_BLOCKING, flags);
    stream->priority = priority;
    CUstream made = free_handles ? free_handles : calloc(1, sizeof(*made));
    free_handles = made->next_free;
    *made = (struct CUstream_st){.magic = MAGIC, .now = stream};
    stream->handle = made;
    driver_unlock();
    *handle = made;
    return CUDA_SUCCESS;
}

ENTRY(cuStreamCreate, (CUstream * stream, unsigned flags), (stream, flags)) {
    return create(stream, flags, 0);
}

ENTRY(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
      (stream, flags, priority)) {
    return create(stream, flags, priority);
}

ENTRY(cuStreamDestroy_v2, (CUstream handle), (handle)) {
    struct stream *stream = stream_of(handle);
    if (!stream || !stream->handle)
        return CUDA_ERROR_INVALID_HANDLE;
    driver_lock();
    end(stream);
    driver_unlock();
    return CUDA_SUCCESS;
}
ALIAS(cuStreamDestroy, (CUstream handle), (handle), body_of_cuStreamDestroy_v2)

PAIR(cuStreamSynchronize, _ptsz, (CUstream handle), (handle)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    stream_wait_idle(stream);
    return CUDA_SUCCESS;
}

PAIR(cuStreamQuery, _ptsz, (CUstream handle), (handle)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return stream_is_idle(stream) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

PAIR(cuStreamGetFlags, _ptsz, (CUstream handle, unsigned *flags), (handle, flags)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *flags = stream->flags;
    return CUDA_SUCCESS;
}

PAIR(cuStreamGetId, _ptsz, (CUstream handle, unsigned long long *id), (handle, id)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *id = stream->id;
    return CUDA_SUCCESS;
}

PAIR(cuStreamGetPriority, _ptsz, (CUstream handle, int *priority), (handle, priority)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *priority = stream->priority;
    return CUDA_SUCCESS;
}

PAIR(cuStreamGetCtx, _ptsz, (CUstream handle, CUcontext *context), (handle, context)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *context = stream->context;
    return CUDA_SUCCESS;
}

PAIR(cuStreamGetDevice, _ptsz, (CUstream handle, CUdevice *device), (handle, device)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    *device = stream->context->device->ordinal;
    return CUDA_SUCCESS;
}

void driver_hold(CUstream handle) {
    struct stream *stream = stream_of(handle);
    driver_lock();
    if (stream)
        stream->is_held = true;
    driver_unlock();
}

void driver_let_go(CUstream handle) {
    struct stream *stream = stream_of(handle);
    driver_lock();
    if (stream)
        stream->is_held = false;
    driver_changed();
    driver_unlock();
}

void driver_step(CUstream handle) {
    struct stream *stream = stream_of(handle);
    driver_lock();
    if (stream && stream->done < stream->submitted) {
        struct point next = {stream, stream->done + 1};
        stream->steps++;
        driver_changed();
        wait_locked(next);
    }
    driver_unlock();
}

size_t driver_pending(CUstream handle) {
    struct stream *stream = stream_of(handle);
    driver_lock();
    size_t n = stream ? stream->submitted - stream->done : 0;
    driver_unlock();
    return n;
}

/* Where cuCtxRecordEvent and cuCtxWaitEvent come in: an empty piece of work behind everything. */
static void nothing(void *data) {}

static struct point behind_all(CUcontext context) {
    struct stream *collector = make(context, STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
    struct op *op = make_op(collector, NULL);
    for (struct stream *other = context->streams; other; other = other->next)
        if (other != collector)
            wait_behind(op, other);
    op->run = nothing;
    return queue(collector, op);
}

ENTRY(cuCtxRecordEvent, (CUcontext context, CUevent handle), (context, handle)) {
    struct CUevent_st *event = event_of(handle);
    if (!event || !driver_is_context(context))
        return CUDA_ERROR_INVALID_HANDLE;
    driver_lock();
    event_set(event, behind_all(context));
    driver_unlock();
    return CUDA_SUCCESS;
}

ENTRY(cuCtxWaitEvent, (CUcontext context, CUevent handle), (context, handle)) {
    struct CUevent_st *event = event_of(handle);
    if (!event || !driver_is_context(context))
        return CUDA_ERROR_INVALID_HANDLE;
    driver_lock();
    struct point point = {0};
    if (event_point(event, &point))
        context->gate = point;
    driver_unlock();
    return CUDA_SUCCESS;
}

PAIR(cuStreamAttachMemAsync, _ptsz,
     (CUstream handle, CUdeviceptr pointer, size_t size, unsigned flags),
     (handle, pointer, size, flags)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    stream_submit(stream, NULL, nothing, NULL);
    return CUDA_SUCCESS;
}
