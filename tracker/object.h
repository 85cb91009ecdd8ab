/* object: one Arrow structure as long as we know it, its family, owners and timeline.
 * An object's identity is its release thunk; addresses move. Objects are made at a hand-over and
 * kept until their dead thunk leaves the quarantine. State and timeline are guarded by the object's
 * shard of LOCK_OBJECT (object_lock()); kind, id, origin, parent and the callbacks never change
 * after object_new(). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_OBJECT_H
#define TRACKER_OBJECT_H

#include "report/base/lock.h"
#include "tracker/abi/arrow.h"
#include "tracker/kind.h"
#include "tracker/transition.h"

struct altered;
struct draft;
struct exchange;
struct isolated;
struct origin;
struct place;
struct type;
struct wording;

enum object_state {
    STATE_LIVE,
    STATE_RELEASING,         /* inside its release callback */
    STATE_RELEASED,          /* its callback has returned */
    STATE_RELEASED_BY_PARENT /* a child whose parent was released while it was still in place */
};

/** What a producer must find unchanged at release. */
struct object_members {
    const void *buffers, *children, *dictionary, *private_data;
    int64_t n_buffers, n_children; /* 0 for schemas and streams; for streams */
};

struct object {
    enum object_kind kind;
    uint32_t number; /* ordinal within the kind, from 1: array#17 */
    enum object_state state;
    uint32_t thunk;        /* first slot of its callbacks (the release) */
    uintptr_t release;     /* the producer's own release function */
    uintptr_t getters[3];  /* stream: get_schema, get_next, get_last_error; handler: on_schema,
                                on_next_task, on_error; else who gave it */
    int release_module;    /* module of that function, -1 when code of no module */
    int producer;          /* module id */
    int consumer;          /* module id of the last holder */
    uintptr_t address;     /* where it was last seen */
    struct object *parent; /* NULL for a root */
    struct object *children, *last_child; /* the dictionary comes last */
    struct object *sibling, *elder;       /* the next child and the one before */
    uintptr_t place;         /* child: its own place in the parent (the pointer in `children`) */
    struct object *source;   /* stream, handler or task that gave it; read only while that gives */
    const struct type *type; /* tracker/type.h; of a stream: its schema's. NULL until known */
    int64_t length;          /* rows, -1 for schemas and streams */
    uint64_t bytes;          /* of the buffers as far as known, on device_type's memory */
    int64_t device_id;
    int32_t device_type; /* 1 (CPU) for host kinds */
    int32_t last_status; /* streams: what the last get_schema or get_next returned */
    _Atomic uint32_t
        inside;          /* threads inside its callbacks: the tracker counts in, the hooks out */
    uint32_t inside_tid; /* the thread that entered last */
    uint32_t inside_callback; /* what it entered (enum callback of event.h), from where, when */
    stack_id inside_stack;
    uint64_t inside_since_ns;
    struct object_members members;
    struct origin *origin; /* group of all objects made at the same place */
    struct transition *first, *last;
    struct transition own[2];          /* most lives have two steps, and these need no memory */
    uint32_t n_transitions, n_dropped; /* kept, and left out between first and last */
    uint32_t generation; /* counts forks: made before the fork the process came from? */
    uint32_t words;      /* root: of its tree as last judged; 0: never by itself */
    uint64_t giving;     /* what gave it: who came together have the same; 0: nobody saw */
    check_set reported;  /* already said of this object */
    uint16_t shard;      /* of LOCK_OBJECT; a tree has one */
    bool moved_out; /* child: seen away from its place, or gone at the parent's release: listed */
    bool child_left, overwrote; /* a child was moved out; it was filled into a live struct */
    bool is_shared;             /* child: another parent lists it as well */
    bool is_given_dead; /* reported: released and given away after that, whose taker releases it */
    bool is_leftover;   /* root: a call that failed left it live, which nobody may look for */
    bool is_counted;    /* a root that was adopted whole: counts in its origin */
    bool is_listed;     /* for object_each_live() */
    bool is_recorded;   /* the record has a line for it */
    bool is_ignored;    /* made while its thread ignored what it does: never missed at the end */
    bool is_freed;      /* its struct was freed inside its release callback */
    bool is_lost;       /* stream: left by a jump, its release may be unseen; task: was refused */
    uint8_t bond;       /* enum handle_bond: how it hangs on its handle */
    uint8_t giver;      /* enum callback that gave it, or its root; 0: a function did */
    const char *label;  /* that the program gave it, NULL for none */
    const void *own_data;           /* stream: private_data as its last own callback left it */
    struct exchange *exchange;      /* handler: tracker/exchange.h; NULL: none, or no memory */
    struct wording *wording;        /* schema: its strings (tracker/wording.h); NULL: no memory */
    struct isolated *isolated;      /* its consumer has copies of the buffers, NULL for none */
    struct handle *handle;          /* that it came from, NULL for none (tracker/handle.h) */
    struct altered *altered;        /* its members, found changed (tracker/altered.h); else NULL */
    struct transition *overwriting; /* its struct was filled anew while it lived; else NULL */
    uint32_t overwritten_by;        /* ... with the object of this number */
    struct place *places;           /* tracker/place.h: where it was seen, newest first */
    struct object *prev_live, *next_live, *next_dead; /* live roots; while a tree's death is told */
    uint32_t within, within_thunk; /* number and thunk of what it was moved into; 0: nothing */
    struct draft *draft; /* root: what it was drawn from, NULL for none (tracker/draft.h) */
};

/** Sets up locks and tables; once, before anything else of the tracker. */
void object_init(void);

/** A new live object, linked to its parent if any. NULL (counted): memory is spent.
 * @number  from number_objects() */
struct object *object_new(enum object_kind kind, uint32_t number, uintptr_t address,
                          struct object *parent);

/** Its parent does not count it any more. */
void object_orphan(struct object *object);
/** Forget it and its timeline; its thunk must be unused. Parent and children lose sight of it. */
void object_free(struct object *object);
void object_lock(const struct object *object);
void object_unlock(const struct object *object);

/** Add a step (under the object's lock). A long timeline keeps its first and last steps; without
 * memory one of each, and object_lost() counts the others. */
struct transition *object_log_locked(struct object *object, const struct transition *step);
uint64_t object_lost(void);

/** Live and known to the report: listed for object_each_live() by its first step. Under no lock. */
void object_list(struct object *object);
void object_unlist(struct object *object);
/** Call back for each listed object, newest last, under no lock of an object; the list is held
 * still. Trees in outline that lets_be does not let be are drawn first (draft_draw_live()), the
 * others not visited. False when the list could not be had within seconds (our own crash). */
bool object_each_live(void (*visit)(struct object *object, void *context),
                      bool (*lets_be)(const struct draft *draft, void *context), void *context);

/** "array#17"; storage of 24 bytes at least. */
const char *object_name(const struct object *object, char storage[24]);
const char *object_name_of(enum object_kind kind, uint32_t number, char storage[24]);
/** "ArrowArray", as specified; "array", "schemas", "device array", for sentences. */
const char *object_kind_name(enum object_kind kind);
const char *object_kind_word(enum object_kind kind, bool plural);

/** What the struct at this address held last: a live root last seen there; released and moved-from
 * ones too. NULL: none. */
struct object *object_at(uintptr_t address, enum object_kind kind);
struct object *object_last_at(uintptr_t address, enum object_kind kind);

/** What was made before the fork is inherited; threads of the parent are inside nothing here.
 * Forks are counted: an object of a lower generation is inherited. */
void object_fork_child(void);
uint32_t object_generation(void);

#endif
