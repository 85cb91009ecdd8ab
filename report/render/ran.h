/* ran: the command that arrowdev-check run started, and how it ended. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_RAN_H
#define RENDER_RAN_H

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct ran {
    char **argv;      /* ended by NULL */
    const char *path; /* of the program, as it was found */
    pid_t pid;
    time_t started;
    int64_t duration_us;
    int status; /* as waitpid() gives it */
};

/** The status that a shell gives for how it ended: its own, or 128 and the signal. */
int ran_status(const struct ran *ran);

/** "exit 3", "signal SIGTERM"; the result stays. */
const char *ran_ending(const struct ran *ran);

/** "SIGTERM"; the result stays. */
const char *ran_signal_name(int signal);

#endif
