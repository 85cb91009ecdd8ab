/* faults: the handler that peek needs, before those of the sanitizers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <ucontext.h>

#include "report/base/peek.h"

static struct sigaction others[2];

static void on_fault(int signal, siginfo_t *info, void *context) {
    ucontext_t *user = context;
    uintptr_t resume = peek_resume((uintptr_t)user->uc_mcontext.gregs[REG_RIP]);
    if (resume)
        user->uc_mcontext.gregs[REG_RIP] = (greg_t)resume;
    else
        others[signal == SIGBUS].sa_sigaction(signal, info, context);
}

void fuzz_resume_peeks(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, &others[0]);
    sigaction(SIGBUS, &action, &others[1]);
    peek_trust_handler(true);
}
