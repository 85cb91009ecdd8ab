/* transfer: the bytes of held arrays that cross between host and devices, and the time spent
 * waiting, each by the place of the call: the proof of zero copy. Accounting; over a budget it is a
 * finding. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TRANSFER_H
#define TRACKER_TRANSFER_H

#include "report/base/options.h"
#include "tracker/hold.h"

enum transfer_direction {
    TRANSFER_D2H, /* device to host */
    TRANSFER_H2D,
    TRANSFER_PEER, /* between two devices; within one it is no transfer */
    N_TRANSFERS
};

struct transfer {
    enum transfer_direction direction;
    uintptr_t from, to;
    uint64_t size;       /* in bytes */
    uint64_t blocked_ns; /* how long the call kept the host */
    bool is_pageable;    /* the host's side is not known to the runtime */
};

/** The budgets in force. */
void transfer_init(const struct tracker_options *options);

/** A copy, after it succeeded, while the array that it is about is held; of others nothing is
 * counted. @site with its stack */
void transfer_note(const struct transfer *transfer, const struct site *site);

/** The host waited so long; order_waited_host() says it. Under LOCK_ORDER. */
void transfer_waited_locked(uint64_t ns, const struct site *site);

/** An array's first use on a device, so long after its hand-over. Under LOCK_ORDER. */
void transfer_first_use_locked(uint64_t ns);

/** The end: record it all, and say what is over its budget. */
void transfer_end(void);

void transfer_fork_child(void);

#endif
