/* A timer's handler makes and releases an array while its process forks: at the end of the fork, as
 * a rule, when the signals that waited for it come. The last child does it, too.
 *
 * expect: nothing
 * seen: any
 * reports: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

enum { FORKS = 200 };

/* Without malloc, which the handler may have interrupted. */
static bool fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    (void)source, (void)schema;
    produce_array(out, 4, RELEASE_CLEARS);
    return true;
}

static void trade(int signal) {
    static const struct source source = {fill};
    struct ArrowArray array;
    export_array(&source, &array, NULL);
    array.release(&array);
    (void)signal;
}

int main(void) {
    int status = 1, n_ended = 0;
    trade(0);
    signal(SIGALRM, trade);
    for (int i = 0; i < FORKS; i++) {
        const struct itimerval soon = {.it_value = {.tv_usec = 1 + i * 7 % 400}};
        setitimer(ITIMER_REAL, &soon, NULL);
        pid_t child = fork();
        if (child == 0) {
            if (i == FORKS - 1)
                trade(0);
            _exit(0);
        }
        while (waitpid(child, &status, 0) < 0)
            ;
        n_ended += status == 0;
    }
    printf("%d children ended\n", n_ended);
    return 0;
}
