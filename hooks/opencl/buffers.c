/* buffers: memory objects and shared virtual memory that begin and end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/buffers.h"

#include "hooks/opencl/api.h"
#include "hooks/opencl/counts.h"
#include "hooks/opencl/effects.h"
#include "tracker/memory.h"
#include "tracker/named.h"

struct buffer {
    struct count count;
    struct buffers_place place;
    uintptr_t parent; /* of a sub-buffer, which keeps it; 0: none */
    bool has_memory;  /* the tracker's memory ends with it */
};

static struct counts buffers = {.size = sizeof(struct buffer)};

bool buffers_find(uintptr_t handle, struct buffers_place *place) {
    const struct buffer *buffer = (const struct buffer *)counts_find(&buffers, handle);
    if (buffer)
        *place = buffer->place;
    return buffer;
}

static void appear(uintptr_t at, uint64_t size, enum memory_kind kind, uint64_t context) {
    const struct memory_what what = {
        .base = at, .size = size, .kind = kind, .context = context, .device = -1};
    memory_appears(&what);
}

static void add(uintptr_t handle, const struct buffer *buffer) {
    counts_add(&buffers, handle, &buffer->count);
    named_add(handle, buffer->place.at);
}

/* Memory of the host, where an array holds it already, stays the array's. */
void buffers_add_view(uintptr_t handle, const struct buffers_place *place, uintptr_t parent) {
    struct buffer buffer = {.place = *place, .parent = parent};
    if (parent)
        counts_retain(&buffers, parent);
    buffer.has_memory = !parent && !memory_is_tracked(place->at, place->size);
    if (buffer.has_memory)
        appear(place->at, place->size, MEMORY_REGISTERED, 0);
    add(handle, &buffer);
}

void buffers_created(struct opencl_call *call) {
    cl_mem_flags flags = opencl_argument(call, ARG_MEMORY_FLAGS);
    uintptr_t host = flags & CL_MEM_USE_HOST_PTR ? opencl_argument(call, ARG_HOST_POINTER) : 0;
    struct buffer buffer = {.place = {.at = host,
                                      .size = opencl_argument(call, ARG_SIZE),
                                      .is_read_only = flags & CL_MEM_READ_ONLY},
                            .has_memory = true};
    if (host) {
        buffers_add_view(call->result, &buffer.place, 0);
        return;
    }
    buffer.place.at = named_room(buffer.place.size);
    appear(buffer.place.at, buffer.place.size, MEMORY_COUNTED, 0);
    add(call->result, &buffer);
}

void buffers_divided(struct opencl_call *call) {
    const cl_buffer_region *region =
        (const cl_buffer_region *)opencl_argument(call, ARG_SUB_REGION);
    uintptr_t parent = opencl_argument(call, ARG_BUFFER);
    struct buffers_place place;
    if (!buffers_find(parent, &place))
        return;
    place.at += region->origin;
    place.size = region->size;
    if (opencl_argument(call, ARG_MEMORY_FLAGS) & CL_MEM_READ_ONLY)
        place.is_read_only = true;
    buffers_add_view(call->result, &place, parent);
}

void buffers_retained(struct opencl_call *call) {
    counts_retain(&buffers, opencl_argument(call, ARG_BUFFER));
}

/* Before: the handle may be another buffer's as soon as the call is made. */
void buffers_release(struct opencl_call *call) {
    struct buffer buffer = {.parent = opencl_argument(call, ARG_BUFFER)};
    while (buffer.parent && counts_release(&buffers, buffer.parent, &buffer.count)) {
        named_remove(buffer.count.handle);
        if (!buffer.has_memory)
            continue;
        opencl_locate(call);
        memory_vanishes(buffer.place.at, &call->site);
    }
}

void buffers_allocated(struct opencl_call *call) {
    appear(call->result, opencl_argument(call, ARG_SIZE), MEMORY_DEVICE,
           opencl_argument(call, ARG_CONTEXT));
}

void buffers_allocated_host(struct opencl_call *call) {
    appear(call->result, opencl_argument(call, ARG_SIZE), MEMORY_PINNED,
           opencl_argument(call, ARG_CONTEXT));
}

/* Before: once it is freed, another thread may be given the same address. Nothing is waited for. */
void buffers_free(struct opencl_call *call) {
    if (!opencl_argument(call, ARG_TO))
        return;
    opencl_locate(call);
    memory_vanishes(opencl_argument(call, ARG_TO), &call->site);
}

/* What uses the memory is done before it is freed: the host is after all of it. */
void buffers_free_waiting(struct opencl_call *call) {
    struct order_wait wait;
    order_wait_context(&wait, opencl_argument(call, ARG_CONTEXT));
    order_waited_host(&wait, &call->site);
    buffers_free(call);
}

/* Without a function of the program's the command frees; else that does, by what it calls. */

typedef void(CL_CALLBACK *free_fn)(cl_command_queue, cl_uint, void **, void *);

struct parcel {
    free_fn function;
    void *data;
    struct order_stream queue;
};

static void CL_CALLBACK free_by_program(cl_command_queue queue, cl_uint n, void **pointers,
                                        void *data) {
    struct parcel parcel = *(struct parcel *)data;
    struct hook_light guard;
    memory_free(data, sizeof(parcel));
    if (hook_enter_lightly(&guard)) {
        order_callback_began(&parcel.queue);
        hook_leave_lightly(&guard);
    }
    parcel.function(queue, n, pointers, parcel.data);
}

void buffers_free_queued(struct opencl_call *call) {
    free_fn function = (free_fn)opencl_argument(call, ARG_SVM_CALLBACK);
    struct parcel *parcel = function ? memory_alloc(sizeof(*parcel)) : NULL;
    if (!parcel)
        return;
    *parcel =
        (struct parcel){function, (void *)opencl_argument(call, ARG_CALLBACK_DATA), call->queue};
    call->kept = (uintptr_t)parcel;
    opencl_replace(call, ARG_SVM_CALLBACK, (uintptr_t)free_by_program);
    opencl_replace(call, ARG_CALLBACK_DATA, (uintptr_t)parcel);
}

void buffers_free_failed(struct opencl_call *call) {
    memory_free((void *)call->kept, sizeof(struct parcel));
}

void buffers_freed_queued(struct opencl_call *call) {
    void **pointers = (void **)opencl_argument(call, ARG_SVM_POINTERS);
    if (opencl_argument(call, ARG_SVM_CALLBACK))
        return;
    opencl_locate(call);
    for (unsigned i = 0; i < (unsigned)opencl_argument(call, ARG_N_POINTERS); i++)
        memory_vanishes_on(&call->op, (uintptr_t)pointers[i]);
}

void buffers_outside(struct opencl_call *call) {
    order_op_tainted(&call->op, "work of another interface");
}
