/* descriptor: a file descriptor of ours in somebody else's process: at a high number, closed on
 * exec, and looked at before each write, as a host may close it and reuse its number.
 *
 * A full pipe or socket holds us up for a second in all, then what does not fit is lost.
 *
 * Signals of a write's own making (SIGXFSZ, SIGPIPE) do not reach the host. May be called from a
 * signal handler. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_DESCRIPTOR_H
#define REPORT_DESCRIPTOR_H

#include <sys/types.h>

#include "report/base/base.h"

struct descriptor {
    int fd; /* -1: none */
    dev_t device;
    ino_t inode;
};

/** A duplicate of fd at a high number; fd itself where none can be had; .fd is -1 when fd is not
 * open. */
struct descriptor descriptor_keep(int fd);

/** fd itself, as it is now; .fd is -1 when it is not open. */
struct descriptor descriptor_of(int fd);

/** It is open and still the file it was. */
bool descriptor_is_ours(const struct descriptor *kept);

/** Write all of it; bytes written, or -errno when none were: -EBADF when it is not ours any more.
 */
ssize_t descriptor_write(const struct descriptor *kept, const char *bytes, size_t size);

/** Close it when it is still ours and not one of the host's own (0 to 2). */
void descriptor_close(struct descriptor *kept);

#endif
