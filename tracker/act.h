/* act: what operations on devices broke, gathered under LOCK_ORDER, judged and said outside of it.
 *
 * An operation gives at most one act of a check for an array: the worst. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ACT_H
#define TRACKER_ACT_H

#include "report/finding.h"
#include "tracker/event.h"

/** The kinds of deeds, as a timeline's words have them. */
enum deed_kind {
    DEED_NONE,
    DEED_READ,
    DEED_WRITE,
    DEED_KERNEL,
    DEED_ALLOCATION,
    DEED_FREE,
    DEED_RECORD,
    DEED_WAIT,
    DEED_DESTROY,
    DEED_HAND_OVER,
    DEED_RELEASE,
    N_DEEDS
};

/** When and where something was done to a device, for the report. */
struct deed {
    uint64_t seq; /* process-wide order, 0: not known */
    uint64_t time_ns;
    uint32_t tid;
    stack_id stack;
    uint32_t stream; /* ordinal, 0: the host */
    uint16_t row;    /* of the function, UINT16_MAX for none */
    uint8_t kind;    /* enum deed_kind */
};

struct act {
    struct act *next;
    enum check_id check;
    enum severity severity;
    struct object *array;                     /* NULL: forgotten, or none */
    uint32_t kind, number;                    /* its enum object_kind and number; number 0: none */
    struct deed own;                          /* what was done now */
    struct deed other;                        /* what it was not ordered after, and the like */
    struct deed record;                       /* of the sync_event */
    uint32_t event;                           /* ordinal of the sync_event, 0: none */
    uint64_t event_handle;                    /* 0: not to be asked about */
    bool (*event_is_pending)(uint64_t event); /* NULL: as act_ask() says */
    bool is_pending;                          /* the event had not triggered */
    const char *why;  /* the last record failed so; the error of a lost device; NULL for none */
    const char *call; /* that told of a lost device */
    int64_t device;
    uint64_t bytes, budget; /* of copies */
    int actor;              /* who made the most of them */
};

/**
 * How to see whether an event has not triggered yet: called under no lock, about an event that a
 * finding names, in the hook of the call in question. True makes that finding observed; without
 * an answer it is latent.
 */
void act_ask(bool (*event_is_pending)(uint64_t event));

/** A deed of this thread, now; or at a time that its operation has looked at already. */
struct deed act_deed(enum deed_kind kind, uint32_t stream, const struct site *site);
struct deed act_deed_at(uint64_t time_ns, enum deed_kind kind, uint32_t stream,
                        const struct site *site);

/** The act of this check for an array among those of an operation, made where it is new; NULL when
 * there is a worse one or no memory. The caller fills in what it knows. */
struct act *act_add(struct act **acts, enum check_id check, enum severity severity, uint32_t kind,
                    uint32_t number);

/** Judge, say, free. Under no lock. */
void act_report(struct act **acts, const struct site *site);

/** The same at the end, each at its own place. */
void act_report_each(struct act **acts);

/** A lost device: what follows there has that cause, and is not said. False: it was lost before. */
bool act_mute_device(int64_t device);
void act_fork_child(void);

/** Free without a word. */
void act_drop(struct act **acts);

#endif
