/* event: one thing that happened to a structure, as the hooks saw it, before the tracker judged it.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_EVENT_H
#define TRACKER_EVENT_H

#include "tracker/object.h"

enum event_kind {
    EVENT_EXPORT,    /* first seen, filled by a function that gives */
    EVENT_HAND_OVER, /* seen at a boundary: read, peeked at, or known already */
    EVENT_IMPORT,    /* given to a function that takes ownership */
    EVENT_MOVE,      /* an annotation said so, or it was next seen at another address */
    EVENT_GET_SCHEMA,
    EVENT_GET_NEXT,
    EVENT_GET_LAST_ERROR, /* a stream's callback is entered */
    EVENT_ON_SCHEMA,
    EVENT_ON_NEXT_TASK,
    EVENT_ON_ERROR, /* a handler's */
    EVENT_REQUEST,
    EVENT_CANCEL,       /* that of its producer */
    EVENT_EXTRACT,      /* a task's */
    EVENT_CALLBACK_END, /* ... and has returned status */
    EVENT_RELEASE_BEGIN,
    EVENT_RELEASE_END,
    EVENT_FREE,      /* its struct is freed inside its release callback, or a text of its */
    EVENT_THROW,     /* something unwinds through its callback */
    EVENT_CRASH,     /* a fatal signal inside its callback */
    EVENT_OVERWRITE, /* its struct is filled anew while it lives: no event, but a step to tell */
    EVENT_DROP,      /* a capsule's destructor looks at it: nobody read it */
    EVENT_FORM,      /* its struct is looked at, as it is new */
    EVENT_TYPED,     /* ... and once more, as its type has become known */
    EVENT_READ,      /* a copy of one of its buffers is read, */
    EVENT_WRITE,     /* or written, where it may not be (tracker/isolate.h) */
    EVENT_VERIFY,    /* a buffer is not what the consumer was given */
    EVENT_DEVICE,    /* an operation of a device breaks a rule (tracker/act.h) */
    EVENT_CONTENT,   /* what stands in its buffers does not go together (tracker/content.h) */
    EVENT_EXIT,
    N_EVENT_KINDS
};

/** A callback, as threads, events and the record number them: in the order of the events. */
enum callback {
    CALLBACK_RELEASE,
    CALLBACK_GET_SCHEMA,
    CALLBACK_GET_NEXT,
    CALLBACK_GET_LAST_ERROR,
    CALLBACK_ON_SCHEMA,
    CALLBACK_ON_NEXT_TASK,
    CALLBACK_ON_ERROR,
    CALLBACK_REQUEST,
    CALLBACK_CANCEL,
    CALLBACK_EXTRACT,
    N_CALLBACKS
};

/** What a handler's `producer` is, looked at when one of its callbacks is called. */
enum event_producer {
    PRODUCER_UNKNOWN, /* not looked at, or its callbacks could not be replaced */
    PRODUCER_WATCHED,
    PRODUCER_MISSING, /* NULL */
    PRODUCER_UNREADABLE
};

struct content_fault;
struct isolate_access;

/** What is in the struct that a boundary function was given, as far as we can tell. */
enum event_content {
    CONTENT_OBJECT,   /* one of our thunks: `object` is set, live or dead */
    CONTENT_RELEASED, /* release is NULL; `object` is what was there last, or NULL */
    CONTENT_GARBAGE,  /* release points outside executable memory */
    CONTENT_UNREADABLE,
    CONTENT_NEW /* a live struct not seen before */
};

/** Where an event happened; captured once per hook before any lock. */
struct site {
    uintptr_t caller;       /* return address of the hook or thunk */
    const uintptr_t *frame; /* of a hook: the caller's frame pointer, behind it the return address;
                               NULL: not at hand */
    stack_id stack;
    int actor;        /* module id of who called (frames of libffi, libc, ... skipped) */
    uint16_t row;     /* index of the hook row, UINT16_MAX for a callback */
    bool refused;     /* the row's success test says that the callee refused */
    bool takes;       /* the row's role: ownership goes to the callee */
    bool gives;       /* ... it was filled when the function returned */
    bool has_failed;  /* ... though that returned an error */
    bool may_fill;    /* a capsule's struct may be read in order to be filled: NULL is no fault */
    bool is_used;     /* ... but not one whose content a reader has seen before */
    uintptr_t callee; /* the function called, 0 for a callback: it holds what it takes */
    uint64_t call;    /* number of the hooked call, 0 for none: structs of one call share it */
    uintptr_t schema; /* what the call gives is of this ArrowSchema's type, 0: not known */
};

struct event {
    enum event_kind kind;
    struct object *object; /* NULL only with CONTENT_RELEASED, _GARBAGE, _UNREADABLE */
    uintptr_t self;        /* address of the struct the call came with */
    const struct site *site;
    enum event_content content;   /* hand-over events only */
    int status;                   /* CALLBACK_END: what the callback returned */
    int signal;                   /* CRASH */
    int callback;                 /* CALLBACK_END, FREE, THROW: which (enum callback) */
    bool is_last;                 /* ON_NEXT_TASK: no task, the end of the stream */
    int64_t n_wanted;             /* REQUEST; ON_ERROR: its code */
    enum event_producer producer; /* ON_..., and RELEASE_BEGIN of a handler */
    int32_t device_type;          /* PRODUCER_WATCHED: the producer's */
    bool forced;                  /* THROW: thread cancellation or exit, no exception */
    bool code_gone;     /* ..._BEGIN, GET_...: the callback's module is unloaded: REFUSE it */
    bool from_callback; /* RELEASE_BEGIN: this thread is inside a release callback (walks its
                           children) */
    bool still_set;     /* RELEASE_END: release still is the producer's own pointer */
    bool has_members;   /* RELEASE_BEGIN: members below could be read; CALLBACK_END: and only the
                           callback can have changed them */
    struct object_members members;      /* RELEASE_BEGIN, CALLBACK_END: as found now */
    const struct object *changed_child; /* RELEASE_BEGIN: in place, its release neither the
                                           producer's nor ours; NULL: none */
    bool ended_itself;     /* CALLBACK_END: the stream was released inside, past our release */
    uintptr_t release_now; /* RELEASE_END: the release member afterwards */
    bool is_callers;       /* FORM, TYPED: what is wrong is the work of who hands it over */
    const struct object *hander;   /* the same: the stream that gives what another gave, changed */
    const struct object *stranger; /* TYPED: the schema, which came another way than the array */
    const struct isolate_access *access;       /* READ, WRITE, VERIFY: which buffer, and where */
    const struct content_fault *content_fault; /* CONTENT */
};

/** What the caller of tracker_event() does next. */
enum verdict { VERDICT_FORWARD, VERDICT_REFUSE };

#endif
