/* value: streams that wait for words in memory, and for what is outside of CUDA. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/effects.h"

static bool at_least(uint64_t there, uint64_t wanted) {
    return (int64_t)(there - wanted) >= 0;
}

/* The difference wraps at the width of the word. */
static bool at_least_narrow(uint64_t there, uint64_t wanted) {
    return (int32_t)((uint32_t)there - (uint32_t)wanted) >= 0;
}

static bool is_equal(uint64_t there, uint64_t wanted) {
    return there == wanted;
}

static bool has_bits(uint64_t there, uint64_t wanted) {
    return (there & wanted) != 0;
}

static bool lacks_bits(uint64_t there, uint64_t wanted) {
    return ~(there | wanted) != 0;
}

static bool lacks_bits_narrow(uint64_t there, uint64_t wanted) {
    return (uint32_t) ~(there | wanted) != 0;
}

static void await(struct cuda_call *call, uintptr_t address, uint64_t value, unsigned flags,
                  bool is_wide) {
    static bool (*const tests[2][4])(uint64_t, uint64_t) = {
        {at_least_narrow, is_equal, has_bits, lacks_bits_narrow},
        {at_least, is_equal, has_bits, lacks_bits}};
    order_awaited(&call->op, address, value, tests[is_wide][flags & 3]);
}

static void write(struct cuda_call *call, uintptr_t address, uint64_t value, bool is_wide) {
    const struct order_access access = {address, is_wide ? 8 : 4, ORDER_WRITE, 0};
    order_accesses(&call->op, &access, 1);
    order_published(&call->op, address, value);
}

static uint64_t value_of(const struct cuda_call *call, bool *is_wide) {
    *is_wide = cuda_has(call, ARG_VALUE64);
    return *is_wide ? cuda_argument(call, ARG_VALUE64) : (uint32_t)cuda_argument(call, ARG_VALUE32);
}

void value_written(struct cuda_call *call) {
    bool is_wide;
    uint64_t value = value_of(call, &is_wide);
    cuda_locate(call);
    write(call, cuda_argument(call, ARG_ADDRESS), value, is_wide);
}

void value_awaited(struct cuda_call *call) {
    bool is_wide;
    uint64_t value = value_of(call, &is_wide);
    await(call, cuda_argument(call, ARG_ADDRESS), value, (unsigned)cuda_argument(call, ARG_FLAGS),
          is_wide);
}

void value_batch(struct cuda_call *call) {
    const CUstreamBatchMemOpParams *ops =
        (const CUstreamBatchMemOpParams *)cuda_argument(call, ARG_OPERATIONS);
    for (unsigned i = 0; i < (unsigned)cuda_argument(call, ARG_N32); i++) {
        const CUstreamBatchMemOpParams *op = &ops[i];
        switch (op->operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
            await(call, op->waitValue.address, op->waitValue.value, op->waitValue.flags, false);
            break;
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
            await(call, op->waitValue.address, op->waitValue.value64, op->waitValue.flags, true);
            break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
            write(call, op->writeValue.address, op->writeValue.value, false);
            break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
            write(call, op->writeValue.address, op->writeValue.value64, true);
            break;
        default: /* barriers and flushes */
            break;
        }
    }
}

void value_outside(struct cuda_call *call) {
    order_op_tainted(&call->op, call->row->name);
}
