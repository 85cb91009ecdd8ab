/* ruin: results after which a device does not come back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>

#include "hooks/rocm/effects.h"
#include "hooks/rocm/hip.h"
#include "hooks/rocm/inquiry.h"

static const struct {
    int code;
    const char *name;
    bool is_suspect; /* counts when two different calls have said it */
} losses[] = {
    {HIP_ILLEGAL_ADDRESS, "hipErrorIllegalAddress", false},
    {HIP_LAUNCH_TIME_OUT, "hipErrorLaunchTimeOut", false},
    {HIP_ASSERT, "hipErrorAssert", false},
    {HIP_LAUNCH_FAILURE, "hipErrorLaunchFailure", false},
    {HIP_ECC_NOT_CORRECTABLE, "hipErrorECCNotCorrectable", true},
    {HIP_UNKNOWN, "hipErrorUnknown", true},
};

/* The call that said a suspect code first. */
static _Atomic(const struct rocm_row *) first_to_say[LENGTH(losses)];

static bool is_confirmed(size_t i, const struct rocm_row *row) {
    const struct rocm_row *first = NULL;
    return !losses[i].is_suspect ||
           (!atomic_compare_exchange_strong(&first_to_say[i], &first, row) && first != row);
}

void ruin_judge(struct rocm_call *call) {
    for (size_t i = 0; i < LENGTH(losses); i++)
        if (call->result == losses[i].code && is_confirmed(i, call->row)) {
            hook_locate(&call->site);
            order_device_lost(inquiry_device(), call->row->name, losses[i].name, &call->site);
        }
}
