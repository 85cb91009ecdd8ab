/* sentry: a process that takes signals and writes their numbers into a pipe. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/sentry.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A signal to a group is with all its members when the call that sent it returns. */
#define WAIT_MS 20

static pid_t sentry = -1;
static int reached = -1; /* the pipe's end that is ours */

_Noreturn static void stand(int pipe, const sigset_t *signals, pid_t launcher) {
    siginfo_t got;
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++)
        dup2(null, fd);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (getppid() == launcher) {
        int signal = sigwaitinfo(signals, &got);
        unsigned char number = (unsigned char)signal;
        if (signal > 0 && write(pipe, &number, 1) != 1)
            break;
    }
    _exit(0);
}

void sentry_begin(const sigset_t *signals) {
    int ends[2];
    pid_t launcher = getpid();
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
        return;
    sentry = fork();
    if (sentry == 0)
        stand(ends[1], signals, launcher);
    reached = ends[0];
    close(ends[1]);
}

bool sentry_has_seen(const siginfo_t *signal) {
    struct pollfd more = {.fd = reached, .events = POLLIN};
    bool is_from_kernel = signal->si_code == SI_KERNEL; /* of the terminal: always the group's */
    bool is_seen = false;
    unsigned char number;
    /* What is left of others before it goes with it. */
    while (!is_seen && sentry > 0 && poll(&more, 1, WAIT_MS) > 0 && read(reached, &number, 1) == 1)
        is_seen = number == signal->si_signo;
    return is_seen || is_from_kernel;
}

void sentry_end(void) {
    if (sentry <= 0)
        return;
    kill(sentry, SIGKILL);
    while (waitpid(sentry, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(reached);
    sentry = -1;
}
