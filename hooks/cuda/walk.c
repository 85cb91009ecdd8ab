/* walk: captures, and graphs that are launched as a whole. What each node does is read from the
 * real graph when it is made executable, however it was built. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/ask.h"
#include "hooks/cuda/copying.h"
#include "hooks/cuda/effects.h"
#include "hooks/cuda/kernel.h"
#include "hooks/cuda/reading.h"
#include "hooks/execs.h"

void walk_capture_began(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    order_capture_began(&stream);
}

void walk_capture_ended(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    order_capture_ended(&stream);
}

void walk_instantiated(struct cuda_call *call) {
    const uintptr_t *made = (const uintptr_t *)cuda_argument(call, ARG_NEW_EXEC);
    if (made)
        execs_made(*made, &reading_source, cuda_argument(call, ARG_GRAPH));
}

void walk_updated(struct cuda_call *call) {
    execs_made(cuda_argument(call, ARG_EXEC), &reading_source, cuda_argument(call, ARG_GRAPH));
}

void walk_destroy(struct cuda_call *call) {
    execs_destroy(cuda_argument(call, ARG_EXEC));
}

void walk_launched(struct cuda_call *call) {
    uint64_t exec = cuda_argument(call, ARG_EXEC);
    if (!execs_is_known(exec))
        return;
    cuda_locate(call);
    execs_launched(&call->op, exec);
}

static void replace(const struct cuda_call *call, const struct order_access *accesses, unsigned n) {
    execs_replace(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_NODE), accesses, n);
}

void walk_set_memcpy(struct cuda_call *call) {
    struct order_access accesses[BOX_MOST];
    replace(call, accesses,
            copying_of_copy((const CUDA_MEMCPY3D *)cuda_argument(call, ARG_SLICES), accesses));
}

void walk_set_memset(struct cuda_call *call) {
    struct order_access accesses[BOX_MOST];
    const void *set = (const void *)cuda_argument(call, ARG_MEMSET);
    replace(call, accesses, copying_of_set(set, accesses));
}

void walk_set_kernel(struct cuda_call *call) {
    struct order_access accesses[KERNEL_MOST];
    const void *kernel = (const void *)cuda_argument(call, ARG_KERNEL);
    replace(call, accesses, reading_kernel(kernel, accesses));
}

void walk_set_record(struct cuda_call *call) {
    execs_record(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_NODE),
                 cuda_argument(call, ARG_EVENT));
}

void walk_set_wait(struct cuda_call *call) {
    execs_wait(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_NODE),
               cuda_argument(call, ARG_EVENT));
}

void walk_enabled(struct cuda_call *call) {
    execs_enable(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_NODE),
                 cuda_argument(call, ARG_FLAGS) != 0);
}

void walk_set_unknown(struct cuda_call *call) {
    execs_weaken(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_NODE));
}
