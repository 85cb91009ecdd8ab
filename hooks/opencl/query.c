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

bool query_is_constant(uintptr_t kernel, unsigned index) {
    cl_kernel_arg_type_qualifier qualifier = 0;
    QUERY("clGetKernelArgInfo", (cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void *, size_t *),
          (cl_kernel)kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier), &qualifier,
          NULL);
    return is_known && qualifier & CL_KERNEL_ARG_TYPE_CONST;
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
