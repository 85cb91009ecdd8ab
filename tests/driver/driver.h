/* driver: the parts of the software driver: a libcuda.so.1 of ours without a device, for tests.
 *
 * Device memory is memory of the host, at the same address; a stream is a thread with a queue, so
 * that work which has not been waited for really has not happened. What one entry point waits for,
 * and what it does not, follows the CUDA driver's documentation.
 *
 * Locks: one, driver_lock(); what it guards says so. Work runs on the streams' threads without it.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_H
#define TESTS_DRIVER_H

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/driver/control.h"

#define LENGTH(array) (sizeof(array) / sizeof(*(array)))
#define N_DEVICES     2

/** A stream and how much of its work: done when the stream has done that many. */
struct point {
    struct stream *stream; /* NULL: always done */
    uint64_t n;
};

struct device {
    int ordinal;
    CUcontext primary;
    CUmemoryPool pool, chosen; /* the default one, and the current one */
};
extern struct device driver_devices[N_DEVICES];

struct CUctx_st {
    unsigned magic;
    struct device *device;
    unsigned flags, n_users;
    uint64_t id;
    bool is_primary, is_alive;
    struct stream *streams; /* all there ever were */
    struct stream *legacy;
    struct point gate; /* what later work of the context waits for */
};

/** Names a function, and counts it; what it does on NULL streams follows from its variant. */
#define VARIANT(name, params, args, is_per_thread)                                                 \
    __attribute__((visibility("default"))) CUresult CUDAAPI name params {                          \
        CUresult result = driver_begin(#name, is_per_thread);                                      \
        if (result == CUDA_SUCCESS)                                                                \
            result = driver_end(body_of_##name args);                                              \
        return result;                                                                             \
    }
/** A function of the driver; its body follows. */
#define ENTRY(name, params, args)                                                                  \
    static CUresult body_of_##name params;                                                         \
    VARIANT(name, params, args, false)                                                             \
    static CUresult body_of_##name params
/** One that has a twin for the per-thread default stream. */
#define PAIR(name, suffix, params, args)                                                           \
    CUresult CUDAAPI name##suffix params;                                                          \
    static CUresult body_of_##name params;                                                         \
    static CUresult body_of_##name##suffix params {                                                \
        return body_of_##name args;                                                                \
    }                                                                                              \
    VARIANT(name, params, args, false)                                                             \
    VARIANT(name##suffix, params, args, true)                                                      \
    static CUresult body_of_##name params
/** An older or newer name of the same. */
#define ALIAS(name, params, args, other)                                                           \
    static CUresult body_of_##name params {                                                        \
        return other args;                                                                         \
    }                                                                                              \
    VARIANT(name, params, args, false)

/** A call begins: counted, made to fail where that was asked for. */
CUresult driver_begin(const char *name, bool is_per_thread);
CUresult driver_end(CUresult result);
/** The default stream of this call is the thread's own. */
bool driver_is_per_thread(void);
/** The calling thread runs a host function: calls of the driver are refused. */
extern _Thread_local bool driver_in_host_function;

void driver_lock(void);
void driver_unlock(void);
/** Wait for any change; the lock is held. */
void driver_wait(void);
void driver_changed(void);

/** The calling thread's current context, NULL for none. */
CUcontext driver_context(void);
bool driver_is_context(CUcontext context);

/* streams */

enum stream_kind { STREAM_LEGACY, STREAM_PER_THREAD, STREAM_BLOCKING, STREAM_NON_BLOCKING };
struct capture;

/** A stream behind a handle; NULL when the handle is none. Takes and gives back the lock. */
struct stream *stream_of(CUstream handle);
/** The same for a call that names no stream: the default one. */
struct stream *stream_default(void);
CUcontext stream_context(const struct stream *stream);
/** The capture that a stream is part of, NULL for none. */
struct capture *stream_capture(const struct stream *stream);
void stream_set_capture(struct stream *stream, struct capture *capture);

/** Queue work behind what the stream and its kind wait for, and behind @after (may be NULL).
 * @data is freed when the work is done. */
struct point stream_submit(struct stream *stream, const struct point *after, void (*run)(void *),
                           void *data);
/** The same with the work itself held until driver_open_tail(). */
struct point stream_submit_tail(struct stream *stream, void (*run)(void *), void *data);
/** What is queued now, and for the legacy stream what it would wait for. */
void stream_wait_idle(struct stream *stream);
bool stream_is_idle(struct stream *stream);
bool stream_is_done(struct point point);
void stream_wait_point(struct point point);
/** All streams of a context. */
void stream_wait_context(CUcontext context);
void stream_end_context(CUcontext context);

/* work that may be captured */

struct work {
    CUgraphNodeType type;
    void (*run)(void *);
    void *data; /* its own, copied for each launch */
    size_t size;
    const void *params; /* what the graph's functions answer, the caller's */
    size_t params_size;
};

/** Queue work on a stream, or add it to the stream's capture. *point: where, unless captured. */
CUresult work_submit(struct stream *stream, const struct work *work, struct point *point);

struct CUevent_st;
struct CUevent_st *event_of(CUevent handle);
/** What an event stands for now; false: it was never recorded. The lock is held. */
bool event_point(struct CUevent_st *event, struct point *point);
void event_set(struct CUevent_st *event, struct point point);
void event_end_context(CUcontext context);

#include "tests/driver/memory.h"

#endif
