/* exchange: what the two sides of an asynchronous stream have said to each other.
 *
 * Guarded by the lock of the handler's object. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_EXCHANGE_H
#define TRACKER_EXCHANGE_H

#include "report/base/base.h"

struct exchange {
    uint64_t n_requested; /* the sum of all requests, at most UINT64_MAX */
    uint64_t n_given;     /* tasks; the NULL at the end is none */
    int producer;         /* module id of who called the handler last, -1 unknown */
    bool sees_requests;   /* the producer's own callbacks lead through us */
    bool has_schema;      /* on_schema was called */
    bool has_ended;       /* on_next_task was called with NULL */
    bool has_failed;      /* on_error was called */
    bool is_cancelled;    /* cancel was called */
    bool is_refused;      /* on_schema or on_next_task returned an error */
};

#endif
