/* fork: the three handlers around fork. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/fork.h"

#include <pthread.h>

#include "hooks/hook.h"
#include "shim/signal.h"
#include "shim/slots.h"

static const struct shim_options *options;

static void enter_child(void) {
    hook_fork_child(options->follow_fork);
    slots_fork_child();
    signal_fork_child(options->follow_fork);
}

void fork_init(const struct shim_options *given) {
    options = given;
    pthread_atfork(hook_fork_prepare, hook_fork_parent, enter_child);
}
