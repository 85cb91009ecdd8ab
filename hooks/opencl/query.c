/* query: functions of OpenCL, found once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/query.h"

#include "hooks/opencl/api.h"

#include <stdatomic.h>

static stack_resolve_fn resolve;

void query_init(stack_resolve_fn given) {
    resolve = given;
}

/* Any loader's will do: it goes where the object itself says. What is not found is looked for
 * again, as the loader may come later. */
static void *find(_Atomic(void *) *place, const char *name) {
    void *function = atomic_load_explicit(place, memory_order_acquire);
    if (!function) {
        function = resolve(name);
        atomic_store_explicit(place, function, memory_order_release);
    }
    return function;
}

/** Declares `is_known`: OpenCL's function of this name has answered. */
#define QUERY(name, types, ...)                                                                    \
    static _Atomic(void *) place;                                                                  \
    cl_int(*asked) types = (cl_int(*) types)find(&place, name);                                    \
    bool is_known = asked && asked(__VA_ARGS__) == CL_SUCCESS

static bool ask_queue(uintptr_t queue, cl_command_queue_info what, size_t size, void *value) {
    QUERY("clGetCommandQueueInfo",
          (cl_command_queue, cl_command_queue_info, size_t, void *, size_t *),
          (cl_command_queue)queue, what, size, value, NULL);
    return is_known;
}

struct order_stream query_queue(uintptr_t queue) {
    cl_command_queue_properties properties = 0;
    cl_context context = NULL;
    ask_queue(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties);
    ask_queue(queue, CL_QUEUE_CONTEXT, sizeof(context), &context);
    bool is_unordered = properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    return (struct order_stream){.kind = is_unordered ? ORDER_UNORDERED : ORDER_NONBLOCKING,
                                 .context = (uint64_t)context,
                                 .handle = queue};
}

int query_status(uintptr_t event) {
    cl_int status = INT32_MAX;
    QUERY("clGetEventInfo", (cl_event, cl_event_info, size_t, void *, size_t *), (cl_event)event,
          CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    return is_known ? status : INT32_MAX;
}

bool query_is_pending(uint64_t event) {
    int status = query_status(event);
    return status > CL_COMPLETE && status <= CL_QUEUED;
}

static bool ask_argument(uintptr_t kernel, unsigned index, cl_kernel_arg_info what, size_t size,
                         void *value) {
    QUERY("clGetKernelArgInfo", (cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void *, size_t *),
          (cl_kernel)kernel, index, what, size, value, NULL);
    return is_known;
}

bool query_is_constant(uintptr_t kernel, unsigned index) {
    cl_kernel_arg_type_qualifier type = 0;
    cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
    ask_argument(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(type), &type);
    ask_argument(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(access), &access);
    return type & CL_KERNEL_ARG_TYPE_CONST || access == CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

static size_t ask_image(uintptr_t image, cl_image_info what) {
    size_t value = 0;
    QUERY("clGetImageInfo", (cl_mem, cl_image_info, size_t, void *, size_t *), (cl_mem)image, what,
          sizeof(value), &value, NULL);
    return is_known ? value : 0;
}

static uintptr_t ask_memory(uintptr_t memory, cl_mem_info what) {
    uintptr_t value = 0;
    QUERY("clGetMemObjectInfo", (cl_mem, cl_mem_info, size_t, void *, size_t *), (cl_mem)memory,
          what, what == CL_MEM_TYPE ? sizeof(cl_uint) : sizeof(value), &value, NULL);
    return is_known ? value : 0;
}

static size_t or_one(size_t n) {
    return n ? n : 1;
}

/* Images of an array of lines have these where others have rows. */
bool query_image(uintptr_t image, struct query_image *answer) {
    *answer = (struct query_image){.element = ask_image(image, CL_IMAGE_ELEMENT_SIZE),
                                   .row = ask_image(image, CL_IMAGE_ROW_PITCH),
                                   .slice = ask_image(image, CL_IMAGE_SLICE_PITCH),
                                   .width = ask_image(image, CL_IMAGE_WIDTH),
                                   .height = or_one(ask_image(image, CL_IMAGE_HEIGHT)),
                                   .depth = or_one(ask_image(image, CL_IMAGE_DEPTH))};
    size_t n = or_one(ask_image(image, CL_IMAGE_ARRAY_SIZE));
    if (ask_memory(image, CL_MEM_TYPE) == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        answer->row = answer->slice;
        answer->height = n;
    } else if (n > 1) {
        answer->depth = n;
    }
    return answer->element;
}

struct query_storage query_storage(uintptr_t image) {
    cl_mem_flags flags = ask_memory(image, CL_MEM_FLAGS);
    return (struct query_storage){
        .parent = ask_memory(image, CL_MEM_ASSOCIATED_MEMOBJECT),
        .host = flags & CL_MEM_USE_HOST_PTR ? ask_memory(image, CL_MEM_HOST_PTR) : 0,
        .is_read_only = flags & CL_MEM_READ_ONLY};
}

void query_release_event(uintptr_t event) {
    QUERY("clReleaseEvent", (cl_event), (cl_event)event);
    (void)is_known;
}

void *query_symbol(_Atomic(void *) *place, const char *name) {
    return find(place, name);
}

unsigned query_context_references(uintptr_t context) {
    cl_uint n = 0;
    QUERY("clGetContextInfo", (cl_context, cl_context_info, size_t, void *, size_t *),
          (cl_context)context, CL_CONTEXT_REFERENCE_COUNT, sizeof(n), &n, NULL);
    return is_known ? n : 0;
}
