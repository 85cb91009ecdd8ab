/* transition: one step of an object's timeline: what happened, when, where, by whom. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TRANSITION_H
#define TRACKER_TRANSITION_H

#include "report/finding.h"

/** One step of a timeline; kind as in event.h. */
struct transition {
    struct transition *next;
    uint64_t seq; /* process-wide order, from 1 */
    uint64_t time_ns;
    uintptr_t address; /* of the struct at that moment */
    stack_id stack;
    uint32_t tid;
    int actor;     /* module id of who did it, -1 unknown */
    uint16_t kind; /* enum event_kind */
    uint16_t row;  /* index of the hook row, UINT16_MAX for a callback */
    int owner;     /* module id of who holds the object afterwards, -1 unknown or nobody */
    bool recorded; /* the record has it */
};

#endif
