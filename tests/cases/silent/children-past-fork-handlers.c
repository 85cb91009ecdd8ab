/* Children that no fork handler hears of, at a place where the short way is known: one of vfork
 * shares memory, so what it releases is released; one of a raw clone has a copy, and its parent
 * still holds what it released there.
 *
 * expect: nothing
 * seen: 8 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

enum who { OURSELVES, CHILD_OF_VFORK, CHILD_OF_CLONE };

static struct ArrowArray array;

static void let_go(void) {
    array.release(&array);
}

static void wait_for(pid_t child) {
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        exit(1);
}

static void trade(enum who who) {
    pid_t child = 0;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    if (who == CHILD_OF_VFORK)
        child = vfork();
    else if (who == CHILD_OF_CLONE)
        child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        let_go();
        if (who != OURSELVES)
            _exit(0);
        return;
    }
    wait_for(child);
}

int main(void) {
    for (int i = 0; i < 8; i++) {
        trade(i < 4 ? OURSELVES : i % 2 ? CHILD_OF_VFORK : CHILD_OF_CLONE);
        if (i >= 4 && i % 2 == 0)
            let_go();
        if (array.release)
            return 2;
    }
    return 0;
}
