/* adbc: the one function of ADBC that recognises a stream by its release callback. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/call.h"
#include "hooks/callback.h"
#include "report/base/thread.h"

/* AdbcErrorFromArrayStream(stream, status): a driver manager finds the details of an error only in
 * a stream whose release is its own function; copies of a stream that is no more are asked, too. */
uintptr_t adbc_error_of_stream(const struct hook_call *call) {
    struct callback_loan loan = {0};
    if (thread_is_own_process())
        loan = callback_loan_of(KIND_STREAM, call->arguments[0]);
    callback_lend(&loan);
    uintptr_t error = call_forward(call);
    callback_take_back(&loan);
    return error;
}
