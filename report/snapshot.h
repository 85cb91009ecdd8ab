/* snapshot: what is alive in a process that goes on, when somebody asks. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SNAPSHOT_H
#define REPORT_SNAPSHOT_H

#include "report/base/base.h"

struct snapshot {
    int signal;      /* that asked */
    unsigned n_live; /* structures */
    unsigned n_new;  /* of these, made since the last snapshot */
    uint64_t bytes;  /* of these, all */
};

/** A line of the record, behind those of the objects; the next end of the record is rendered. */
void snapshot_write(const struct snapshot *snapshot);

#endif
