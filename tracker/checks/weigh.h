/* weigh: how much a breach of the device rules counts, from what is known of it. Functions of their
 * arguments alone.
 *
 * Source: reference model of the device side, section "Checks". SEVERITY_OFF is no breach. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKS_WEIGH_H
#define TRACKER_CHECKS_WEIGH_H

#include "report/finding.h"

/** A read of bytes that an array holds. */
struct weigh_read {
    bool has_event;     /* the array has an event whose record is known */
    bool is_after;      /* ... and the read is ordered after it */
    bool has_writer;    /* somebody is known to have written the bytes */
    bool is_early;      /* a write is not ordered before it */
    bool is_early_sure; /* ... that surely is one */
    bool is_weak;       /* the evidence: see ORDER_OPAQUE and its kin; taint; bytes not certain */
    enum severity when_null; /* what the hand-over without event gave for probable writes */
};
enum severity weigh_read(const struct weigh_read *facts);

/** A write that the sync_event (or with none, the host) does not cover at hand-over. */
struct weigh_late {
    bool is_sure;
    bool has_other; /* an earlier write, other than the allocation, is covered */
    bool is_weak;
    bool is_legacy; /* no event, written on a legacy default stream */
};
enum severity weigh_late(const struct weigh_late *facts);

/** A read that is in flight at the release. */
struct weigh_flight {
    bool is_host;     /* a host array's bytes are a copy's source */
    bool is_pageable; /* ... that the runtime does not know */
    bool is_freed;    /* in the callback */
    bool is_freed_on_stream;
    bool is_pool;
    bool is_covered; /* not freed: the producer's stream is after it, or isn't known */
    bool is_weak;
};
enum severity weigh_flight(const struct weigh_flight *facts);

/** Its event is recorded again while the array is held. */
enum severity weigh_record(bool follows_old, bool was_waited, bool is_weak);

/** The weaker of two. */
static inline enum severity weigh_at_most(enum severity one, enum severity other) {
    return one < other ? one : other;
}

#endif
