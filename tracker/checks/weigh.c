/* weigh: the rules of severity on the device side. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/weigh.h"

static enum severity cap(enum severity severity, bool is_weak) {
    return is_weak ? weigh_at_most(severity, SEVERITY_WARNING) : severity;
}

/* The contract asks for the event even where something else orders the read: that is a note. A read
 * after the event is right: of writes which are not, the hand-over or the write itself has said so.
 */
enum severity weigh_read(const struct weigh_read *facts) {
    enum severity severity = SEVERITY_OFF;
    if (facts->has_event && !facts->is_after)
        severity = facts->is_early || !facts->has_writer ? SEVERITY_ERROR : SEVERITY_NOTE;
    else if (!facts->has_event && facts->is_early)
        severity = facts->is_early_sure ? SEVERITY_ERROR : facts->when_null;
    return cap(severity, facts->is_weak);
}

/* A kernel that was given the pointer may only have read, unless nothing else made the data. */
enum severity weigh_late(const struct weigh_late *facts) {
    enum severity severity =
        facts->is_sure || !facts->has_other ? SEVERITY_ERROR : SEVERITY_WARNING;
    return cap(severity, facts->is_weak || facts->is_legacy);
}

/* Nothing orders a host free after a copy; a free of the runtime may wait, though none promises it;
 * a cache that reuses in the order of the producer's stream is safe. */
enum severity weigh_flight(const struct weigh_flight *facts) {
    bool is_light =
        facts->is_freed ? !facts->is_freed_on_stream && !facts->is_pool : facts->is_covered;
    if (facts->is_host)
        is_light = facts->is_pageable;
    return cap(is_light ? SEVERITY_WARNING : SEVERITY_ERROR, facts->is_weak);
}

enum severity weigh_record(bool follows_old, bool was_waited, bool is_weak) {
    if (follows_old)
        return was_waited ? SEVERITY_NOTE : SEVERITY_WARNING;
    return cap(SEVERITY_ERROR, was_waited || is_weak);
}
