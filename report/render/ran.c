/* ran: how a command ended, in a shell's words. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/ran.h"

#include "report/render/store.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

int ran_status(const struct ran *ran) {
    return WIFSIGNALED(ran->status) ? 128 + WTERMSIG(ran->status) : WEXITSTATUS(ran->status);
}

const char *ran_ending(const struct ran *ran) {
    if (WIFSIGNALED(ran->status))
        return store_format("signal %s", ran_signal_name(WTERMSIG(ran->status)));
    return store_format("exit %d", WEXITSTATUS(ran->status));
}

const char *ran_signal_name(int signal) {
    const char *name = sigabbrev_np(signal);
    return name ? store_format("SIG%s", name) : store_format("%d", signal);
}
