/* kernel: launches: every word of the parameters that lies in memory we know is an access. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/kernel.h"

#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"
#include "hooks/cuda/opaque.h"
#include "hooks/mangled.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"
#include "tracker/nested.h"
#include "tracker/syncevent.h"

/** Parameters of a kernel, as many as are looked at. */
#define PARAMETERS 64

/* Where its parameters lie, asked once for each kernel. */
struct layout {
    UT_hash_handle hh;
    uintptr_t function;
    bool is_known; /* the driver could say */
    unsigned n;
    uint64_t constant; /* bit of each parameter that points to const */
    uint16_t offset[PARAMETERS], size[PARAMETERS];
};

static struct layout *layouts;
LOCK_DEFINE(lock, LOCK_RUNTIME)

static void ask_layout(uintptr_t function, struct layout *layout) {
    size_t offset, size;
    *layout = (struct layout){.function = function};
    for (; layout->n < PARAMETERS && ask_parameter(function, layout->n, &offset, &size);
         layout->n++) {
        layout->offset[layout->n] = (uint16_t)offset;
        layout->size[layout->n] = (uint16_t)size;
    }
    layout->is_known = layout->n > 0;
    const char *name = layout->is_known ? ask_kernel_name(function) : NULL;
    if (name)
        layout->constant = mangled_read(name).constants;
}

static bool find_layout(uintptr_t function, struct layout *layout) {
    struct layout *found;
    lock_acquire(&lock);
    HASH_FIND(hh, layouts, &function, sizeof(function), found);
    if (found)
        *layout = *found;
    lock_release(&lock);
    return found != NULL;
}

static void keep_layout(const struct layout *layout) {
    struct layout *kept = memory_alloc(sizeof(*kept)), *there;
    if (!kept)
        return;
    *kept = *layout;
    lock_acquire(&lock);
    HASH_FIND(hh, layouts, &kept->function, sizeof(kept->function), there);
    if (!there) {
        HASH_ADD(hh, layouts, function, sizeof(kept->function), kept);
        there = kept->hh.tbl ? kept : NULL;
    }
    lock_release(&lock);
    if (there != kept)
        memory_free(kept, sizeof(*kept));
}

/* A handle may come again for another kernel. */
void kernel_unload(struct cuda_call *call) {
    struct layout *layout, *next;
    lock_acquire(&lock);
    HASH_ITER(hh, layouts, layout, next) {
        HASH_DELETE(hh, layouts, layout);
        memory_free(layout, sizeof(*layout));
    }
    lock_release(&lock);
}

struct words {
    struct order_access *accesses;
    unsigned n;
};

/* Every aligned word: pointers lie in structs by value too. */
static void add_words(struct words *words, const char *bytes, size_t size, bool is_constant,
                      uint32_t flags) {
    for (size_t at = 0; at + sizeof(uintptr_t) <= size && words->n < KERNEL_MOST;
         at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, bytes + at, sizeof(word));
        if (!memory_is_watched(word))
            continue;
        words->accesses[words->n++] =
            (struct order_access){word, 0, is_constant ? ORDER_READ : ORDER_MAY_WRITE, flags};
        words->n += nested_reached(word, words->accesses + words->n, KERNEL_MOST - words->n);
    }
    words->n += opaque_reached(bytes, size, words->accesses + words->n, KERNEL_MOST - words->n);
}

/* The other form: a list of keys and values that describe one buffer. */
static const char *buffer_of(void *const *extra, size_t *size) {
    const char *buffer = NULL;
    *size = 0;
    for (unsigned i = 0; i < 8 && extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[i + 1];
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1])
            *size = *(const size_t *)extra[i + 1];
    }
    return buffer;
}

unsigned kernel_accesses(uintptr_t function, void *const *params, void *const *extra,
                         struct order_access *accesses) {
    struct layout layout;
    struct words words = {.accesses = accesses};
    if (!find_layout(function, &layout)) {
        ask_layout(function, &layout);
        keep_layout(&layout);
    }
    /* Without a layout the list of parameters has no end that could be told. */
    for (unsigned i = 0; params && i < layout.n; i++)
        add_words(&words, params[i], layout.size[i], layout.constant >> i & 1, ORDER_KERNEL);
    size_t size = 0;
    const char *buffer = !params && extra ? buffer_of(extra, &size) : NULL;
    if (!buffer)
        return words.n;
    for (unsigned i = 0; i < layout.n; i++)
        if (layout.offset[i] + (size_t)layout.size[i] <= size)
            add_words(&words, buffer + layout.offset[i], layout.size[i], layout.constant >> i & 1,
                      ORDER_KERNEL);
    if (!layout.is_known)
        add_words(&words, buffer, size, false, ORDER_KERNEL | ORDER_OPAQUE);
    return words.n;
}

static void access_params(struct cuda_call *call, uintptr_t function, void *const *params,
                          void *const *extra) {
    struct order_access accesses[KERNEL_MOST];
    unsigned n = kernel_accesses(function, params, extra, accesses);
    if (n)
        cuda_locate(call);
    order_accesses(&call->op, accesses, n);
}

void kernel_launched(struct cuda_call *call) {
    access_params(call, cuda_argument(call, ARG_FUNCTION), (void **)cuda_argument(call, ARG_PARAMS),
                  (void **)cuda_argument(call, ARG_EXTRA));
}

/* Events that a launch records fire before the kernel is done. */
void kernel_launched_ex(struct cuda_call *call) {
    const CUlaunchConfig *config = (const CUlaunchConfig *)cuda_argument(call, ARG_CONFIG);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        CUevent event = NULL;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT)
            event = attribute->value.programmaticEvent.event;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
            event = attribute->value.launchCompletionEvent.event;
        if (event)
            syncevent_recorded(&call->op, (uint64_t)event, SYNCEVENT_PROGRAMMATIC);
    }
    kernel_launched(call);
}

/* One kernel on a stream of each device; all of them wait for all work of these devices before, and
 * all that follows there waits for them. */
void kernel_launched_many(struct cuda_call *call) {
    const CUDA_LAUNCH_PARAMS *launches =
        (const CUDA_LAUNCH_PARAMS *)cuda_argument(call, ARG_LAUNCHES);
    for (unsigned i = 0; i < (unsigned)cuda_argument(call, ARG_N32); i++) {
        call->stream = ask_stream_of((uintptr_t)launches[i].hStream, false);
        order_begin(&call->op, &call->stream, &call->site);
        for (unsigned j = 0; j < (unsigned)cuda_argument(call, ARG_N32); j++)
            order_op_fences(&call->op, ask_stream_of((uintptr_t)launches[j].hStream, false).context,
                            0);
        access_params(call, (uintptr_t)launches[i].function, launches[i].kernelParams, NULL);
        order_end(&call->op);
    }
}
