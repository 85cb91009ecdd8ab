/* fork: the three handlers around fork. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/fork.h"

#include <pthread.h>

#include "hooks/hook.h"
#include "shim/disposition.h"
#include "shim/exit.h"
#include "shim/loader.h"
#include "shim/signal.h"
#include "shim/slots.h"

static const struct shim_options *options;

static void prepare(void) {
    exit_watch_main();
    loader_fork_wait();
    hook_fork_prepare();
    loader_fork_prepare();
    disposition_fork_prepare();
}

static void enter_parent(void) {
    disposition_fork_end();
    hook_fork_parent();
}

static void enter_child(void) {
    disposition_fork_end();
    exit_fork_child();
    loader_fork_child();
    hook_fork_child(options->follow_fork);
    slots_fork_child();
    signal_fork_child(options->follow_fork);
    hook_fork_child_end();
}

void fork_init(const struct shim_options *given) {
    options = given;
    pthread_atfork(prepare, enter_parent, enter_child);
}
