/* loss: results after which a device does not come back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <stdatomic.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"

#define LOSS(code)                                                                                 \
    { code, #code, false }
#define SUSPECT(code)                                                                              \
    { code, #code, true }

static const struct {
    CUresult code;
    const char *name;
    bool is_suspect; /* counts when two different calls have said it */
} losses[] = {
    LOSS(CUDA_ERROR_CONTAINED),
    LOSS(CUDA_ERROR_ILLEGAL_ADDRESS),
    LOSS(CUDA_ERROR_LAUNCH_TIMEOUT),
    LOSS(CUDA_ERROR_ASSERT),
    LOSS(CUDA_ERROR_HARDWARE_STACK_ERROR),
    LOSS(CUDA_ERROR_ILLEGAL_INSTRUCTION),
    LOSS(CUDA_ERROR_MISALIGNED_ADDRESS),
    LOSS(CUDA_ERROR_INVALID_ADDRESS_SPACE),
    LOSS(CUDA_ERROR_INVALID_PC),
    LOSS(CUDA_ERROR_LAUNCH_FAILED),
    LOSS(CUDA_ERROR_TENSOR_MEMORY_LEAK),
    LOSS(CUDA_ERROR_MPS_CLIENT_TERMINATED),
    LOSS(CUDA_ERROR_EXTERNAL_DEVICE),
    SUSPECT(CUDA_ERROR_DEVICE_UNAVAILABLE),
    SUSPECT(CUDA_ERROR_ECC_UNCORRECTABLE),
    SUSPECT(CUDA_ERROR_NVLINK_UNCORRECTABLE),
    SUSPECT(CUDA_ERROR_SYSTEM_NOT_READY),
    SUSPECT(CUDA_ERROR_MPS_CONNECTION_FAILED),
    SUSPECT(CUDA_ERROR_MPS_RPC_FAILURE),
    SUSPECT(CUDA_ERROR_MPS_SERVER_NOT_READY),
    SUSPECT(CUDA_ERROR_UNKNOWN),
};

/* The call that said a suspect code first. */
static _Atomic(const struct cuda_row *) first_to_say[LENGTH(losses)];

static bool is_confirmed(size_t i, const struct cuda_row *row) {
    const struct cuda_row *first = NULL;
    return !losses[i].is_suspect ||
           (!atomic_compare_exchange_strong(&first_to_say[i], &first, row) && first != row);
}

void loss_judge(struct cuda_call *call) {
    for (size_t i = 0; i < LENGTH(losses); i++)
        if ((CUresult)call->result == losses[i].code && is_confirmed(i, call->row)) {
            cuda_locate(call);
            order_device_lost(ask_device(), call->row->name, losses[i].name, &call->site);
        }
}
