/* launching: kernels: what their mangled names call a pointer and lies in memory we know is an
 * access, or any word of a buffer of parameters: HIP tells nothing more of them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/launching.h"

#include "hooks/handles.h"
#include "hooks/mangled.h"
#include "hooks/rocm/effects.h"
#include "hooks/rocm/inquiry.h"
#include "tracker/nested.h"
#include "tracker/syncevent.h"

/** Parameters of a kernel, as many as are looked at: two bits of a word each. */
#define PARAMETERS 31
#define KNOWN      (1ull << 62)
#define UNREAD     (1ull << 63)

/* Bits of pointers, above them those of pointers to const; functions of modules. */
static struct handles kernels, functions;
static _Atomic uint64_t n_unread;

uint64_t launching_n_unread(void) {
    return atomic_load(&n_unread);
}

/* A function that a module gave, or one that stands for a kernel in the host's code. */
static uintptr_t layout_of(uintptr_t function, bool is_of_module) {
    uintptr_t layout = handles_get(&kernels, function);
    if (layout || !function)
        return layout;
    const char *name = is_of_module ? inquiry_module_kernel(function)
                                    : inquiry_host_kernel(function, HIP_STREAM_NULL);
    struct mangled found = name ? mangled_read(name) : (struct mangled){0};
    const uint64_t mask = (1ull << PARAMETERS) - 1;
    layout = KNOWN | (found.is_complete ? 0 : UNREAD);
    layout |= (found.constants & mask) << PARAMETERS | (found.pointers & mask);
    handles_put(&kernels, function, layout);
    return layout;
}

void launching_function(struct rocm_call *call) {
    uintptr_t function = rocm_made(call, ARG_NEW_FUNCTION);
    handles_put(&kernels, function, 0);
    handles_put(&functions, function, 1);
}

/* A handle may come again for another kernel. */
void launching_unload(struct rocm_call *call) {
    handles_clear(&kernels);
    handles_clear(&functions);
}

struct reached {
    struct order_access *accesses;
    unsigned n;
};

static void reach(struct reached *reached, uintptr_t word, bool is_constant, uint32_t flags) {
    struct memory_what what;
    if (reached->n >= LAUNCHING_MOST || !memory_at(word, &what))
        return;
    reached->accesses[reached->n++] =
        (struct order_access){word, 0, is_constant ? ORDER_READ : ORDER_MAY_WRITE, flags};
    reached->n += nested_reached(word, reached->accesses + reached->n, LAUNCHING_MOST - reached->n);
}

/* The other form: a list of keys and values that describe one buffer. */
static const char *buffer_of(void *const *extra, size_t *size) {
    const char *buffer = NULL;
    *size = 0;
    for (unsigned i = 0; i < 8 && extra[i] != HIP_EXTRA_END; i += 2) {
        if (extra[i] == HIP_EXTRA_POINTER)
            buffer = extra[i + 1];
        if (extra[i] == HIP_EXTRA_SIZE && extra[i + 1])
            *size = *(const size_t *)extra[i + 1];
    }
    return buffer;
}

static unsigned accesses_of(uintptr_t layout, void *const *params, void *const *extra,
                            struct order_access *accesses) {
    struct reached reached = {.accesses = accesses};
    for (unsigned i = 0; params && i < PARAMETERS; i++) {
        uintptr_t word;
        if (!(layout >> i & 1))
            continue;
        memcpy(&word, params[i], sizeof(word));
        reach(&reached, word, layout >> (PARAMETERS + i) & 1, ORDER_KERNEL);
    }
    size_t size = 0;
    const char *buffer = !params && extra ? buffer_of(extra, &size) : NULL;
    for (size_t at = 0; buffer && at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, buffer + at, sizeof(word));
        reach(&reached, word, false, ORDER_KERNEL | ORDER_OPAQUE);
    }
    if (params && layout & UNREAD)
        atomic_fetch_add(&n_unread, 1);
    return reached.n;
}

static void access_params(struct rocm_call *call, uintptr_t layout, void *const *params,
                          void *const *extra) {
    struct order_access accesses[LAUNCHING_MOST];
    unsigned n = accesses_of(layout, params, extra, accesses);
    if (n)
        hook_locate(&call->site);
    order_accesses(&call->op, accesses, n);
}

void launching_begin(struct rocm_call *call) {
    bool is_of_module = rocm_has(call, ARG_FUNCTION);
    call->kept =
        layout_of(rocm_argument(call, is_of_module ? ARG_FUNCTION : ARG_HOST_KERNEL), is_of_module);
}

void launching_launched(struct rocm_call *call) {
    access_params(call, call->kept, (void **)rocm_argument(call, ARG_PARAMS),
                  (void **)rocm_argument(call, ARG_EXTRA));
}

/* The first event is recorded when the kernel begins, the other when it is done. */
void launching_timed(struct rocm_call *call) {
    uint64_t begins = rocm_argument(call, ARG_EVENT), ends = rocm_argument(call, ARG_EVENT2);
    if (begins || ends)
        hook_locate(&call->site);
    if (begins)
        syncevent_recorded(&call->op, begins, SYNCEVENT_PROGRAMMATIC);
    launching_launched(call);
    if (ends)
        syncevent_recorded(&call->op, ends, SYNCEVENT_NORMAL);
}

/* One kernel on a stream of each device; all of them wait for all work of these devices before, and
 * all that follows there waits for them. */

struct one {
    uintptr_t function, stream;
    void *const *params;
};

static void launch_each(struct rocm_call *call, struct one (*nth)(const void *list, unsigned i),
                        const void *list, unsigned n, bool is_of_module) {
    for (unsigned i = 0; i < n; i++) {
        struct one one = nth(list, i);
        call->stream = inquiry_stream_of(one.stream, false);
        order_begin(&call->op, &call->stream, &call->site);
        for (unsigned j = 0; j < n; j++)
            order_op_fences(&call->op, inquiry_stream_of(nth(list, j).stream, false).context, 0);
        access_params(call, layout_of(one.function, is_of_module), one.params, NULL);
        order_end(&call->op);
    }
}

static struct one nth_launch(const void *list, unsigned i) {
    const struct hip_launch *launch = (const struct hip_launch *)list + i;
    return (struct one){(uintptr_t)launch->function, (uintptr_t)launch->stream, launch->params};
}

static struct one nth_function(const void *list, unsigned i) {
    const struct hip_function_launch *launch = (const struct hip_function_launch *)list + i;
    return (struct one){(uintptr_t)launch->function, (uintptr_t)launch->stream, launch->params};
}

void launching_many(struct rocm_call *call) {
    launch_each(call, nth_launch, (const void *)rocm_argument(call, ARG_LAUNCHES),
                (unsigned)rocm_argument(call, ARG_COUNT), false);
}

void launching_functions(struct rocm_call *call) {
    launch_each(call, nth_function, (const void *)rocm_argument(call, ARG_FUNCTION_LAUNCHES),
                (unsigned)rocm_argument(call, ARG_N32), true);
}

unsigned launching_of_kernel(const struct hip_kernel *kernel, struct order_access *accesses) {
    uintptr_t function = (uintptr_t)kernel->function;
    return accesses_of(layout_of(function, handles_get(&functions, function)), kernel->params,
                       kernel->extra, accesses);
}
