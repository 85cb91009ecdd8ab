/* mailbox: streams that wait for words in memory, and for what is outside of HIP. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/effects.h"
#include "hooks/rocm/hip.h"

/* How they compare; the mask has been taken off what is wanted. */

static bool at_least(uint64_t there, uint64_t wanted) {
    return there >= wanted;
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

static void await(struct rocm_call *call, uintptr_t address, uint64_t value, unsigned flags,
                  bool is_wide) {
    static bool (*const tests[2][4])(uint64_t,
                                     uint64_t) = {{at_least, is_equal, has_bits, lacks_bits_narrow},
                                                  {at_least, is_equal, has_bits, lacks_bits}};
    order_awaited(&call->op, address, value, tests[is_wide][flags & 3]);
}

static void write(struct rocm_call *call, uintptr_t address, uint64_t value, bool is_wide) {
    const struct order_access access = {address, is_wide ? 8 : 4, ORDER_WRITE, 0};
    order_accesses(&call->op, &access, 1);
    order_published(&call->op, address, value);
}

static uint64_t value_of(const struct rocm_call *call, bool *is_wide) {
    *is_wide = rocm_has(call, ARG_VALUE64);
    return *is_wide ? rocm_argument(call, ARG_VALUE64) : (uint32_t)rocm_argument(call, ARG_VALUE32);
}

void mailbox_written(struct rocm_call *call) {
    bool is_wide;
    uint64_t value = value_of(call, &is_wide);
    hook_locate(&call->site);
    write(call, rocm_argument(call, ARG_ADDRESS), value, is_wide);
}

static bool is_whole(const struct rocm_call *call, bool is_wide) {
    return is_wide ? rocm_argument(call, ARG_MASK64) == UINT64_MAX
                   : (uint32_t)rocm_argument(call, ARG_MASK32) == UINT32_MAX;
}

/* Behind a mask it cannot be told whose value has met the wait. */
void mailbox_awaited(struct rocm_call *call) {
    bool is_wide;
    uint64_t value = value_of(call, &is_wide);
    if (!is_whole(call, is_wide))
        order_op_tainted(&call->op, call->row->name);
    else
        await(call, rocm_argument(call, ARG_ADDRESS), value,
              (unsigned)rocm_argument(call, ARG_FLAGS), is_wide);
}

void mailbox_batch(struct rocm_call *call) {
    const struct hip_operation *ops =
        (const struct hip_operation *)rocm_argument(call, ARG_OPERATIONS);
    for (unsigned i = 0; i < (unsigned)rocm_argument(call, ARG_N32); i++) {
        const struct hip_operation *op = &ops[i];
        bool is_wide = op->operation == HIP_WAIT_64 || op->operation == HIP_WRITE_64;
        uint64_t value = is_wide ? op->value : (uint32_t)op->value;
        if (op->operation == HIP_WAIT_32 || op->operation == HIP_WAIT_64)
            await(call, (uintptr_t)op->address, value, op->flags, is_wide);
        else if (op->operation == HIP_WRITE_32 || op->operation == HIP_WRITE_64)
            write(call, (uintptr_t)op->address, value, is_wide);
    }
}

void mailbox_outside(struct rocm_call *call) {
    order_op_tainted(&call->op, call->row->name);
}
