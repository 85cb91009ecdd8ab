/* tracker: an event comes in: it is judged against the old state, then the state changes. Decides,
 * prints nothing.
 *
 * Threads: any. Locks: LOCK_OBJECT of the object, then LOCK_ORIGIN; findings are reported after
 * both are given back. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TRACKER_H
#define TRACKER_TRACKER_H

#include <stdatomic.h>

#include "report/base/options.h"
#include "report/record.h"
#include "tracker/event.h"

/** What the stages to the left give: functions that run outside any lock. */
struct tracker_ops {
    /* This object has died: give its thunks to the quarantine. Called once for each object,
     * children before their parent, whether their own callbacks were called or not; a child that
     * was moved out dies by itself. It stays valid until tracker_forget(). */
    void (*retire)(struct object *object);
    /* Name of a hook row, for an event's note. */
    const char *(*row_name)(uint16_t row);
    /* The struct where a live object was last seen still holds it: nothing was moved out. */
    bool (*is_in_place)(const struct object *object);
    /* What this object was moved into lives on, and releases it one day. */
    bool (*is_within)(const struct object *object);
    /* The type of an array in place has just become known. */
    void (*typed)(struct object *array, const struct site *site);
};

/** Parse `checks`, set severities, keep ops. Bad names in `checks` are said (nearest neighbour) and
 * skipped. */
void tracker_init(const struct tracker_options *options, const struct tracker_ops *ops);

/** Severity of a check by its default and the options. */
enum severity tracker_severity(enum check_id check);

/**
 * A structure not seen before crosses: make its object (one node; the hooks walk the tree and call
 * it for each child, the dictionary last). Reads format, name, length, buffers and the like from
 * the copy, and what that points to by peek.
 *
 * @kind    of the struct
 * @self    its address in the program
 * @copy    its bytes, read a moment ago
 * @parent  NULL for a root; a child's place is the pointer in `children`, that is @self
 * @source  the stream or task whose callback made it, NULL otherwise
 * @return  the object, without thunks yet (the hooks add them), or NULL: memory spent
 */
struct object *tracker_adopt(enum object_kind kind, uintptr_t self, const void *copy,
                             struct object *parent, const struct site *site, struct object *source);

/** The process's first structure is here: the record begins. Cheap after. */
void tracker_begin(void);

/** All children of a root are adopted: log EXPORT, place it, compute its type and bytes, settle its
 * pair. */
void tracker_adopted(struct object *root, const struct site *site);

/** An adopted object could not be given its thunks: it is dead, counts nowhere, and leaves its
 * parent. The hooks call tracker_forget() when its slots, if it got any, are free. */
void tracker_abandon(struct object *object);

/** Two structs of one certain pair (checks.md, pairing); either may be NULL. Types the array and
 * judges its form. */
void tracker_pair(struct object *array, struct object *schema, const struct site *site);
/** Of one call: where they are certain to have come by different ways, that is judged too. */
void tracker_passed(struct object *array, struct object *schema, const struct site *site);
/** The same for an array without one, and a schema that no program sees, in foreign memory. */
void tracker_typed(struct object *array, const struct ArrowSchema *schema, const struct site *site);
/** A stream gives what was known before: its producer had a function with a row fill it. */
void tracker_given(struct object *given, struct object *stream, const struct site *site);
/** And for a stream. */
void tracker_stream_typed(struct object *stream, const struct ArrowSchema *schema);
/** What crosses with one handle is of one type: either is NULL. */
void tracker_kin(uintptr_t handle, struct object *array, struct object *schema,
                 const struct site *site);
/** A capsule was made: maker, thread and order, for pairing by order; its destructor, where it has
 * one, ends what is in the struct. */
void tracker_capsule_made(uintptr_t struct_address, enum object_kind kind, bool has_destructor,
                          const struct site *site);
/** It was read by who may take what is in it. */
void tracker_capsule_read(const struct object *object);
/** True: it is read by a library, and what it held was seen by a reader before. */
bool tracker_capsule_is_used(uintptr_t struct_address, enum object_kind kind,
                             const struct site *site);
/** Its destructor runs. */
void tracker_capsule_gone(uintptr_t struct_address, enum object_kind kind);

/** Judge, then change. VERDICT_REFUSE: the call must not reach the producer. */
enum verdict tracker_event(const struct event *event);

/** The quarantine let a dead object go: nothing of the tracker leads to it any more, and its memory
 * is free unless a thread left one of its callbacks by a jump. */
void tracker_forget(struct object *object);

/** The struct of `old`, as far as is known, was filled anew with `by`; NULL: a stream's end. */
void tracker_overwrote(struct object *old, struct object *by, const struct site *site);

/** An object was met again among the children of another parent: in its own place it lives on
 * without the first of them, at another it was moved there. */
void tracker_shared(struct object *child, uintptr_t self, const struct object *by);

/** The consumer of a task has said that it does not take it: nobody has to extract it. */
void tracker_task_refused(struct object *task);

/** A callback was called whose object was forgotten long ago: not forwarded, counted. */
void tracker_stale_call(void);

/** Count structures that could not be tracked (no memory, no thunk): the verdict becomes
 * incomplete. */
void tracker_drop(enum object_kind kind, const char *why);

/** The program's own name for an object. */
void tracker_name(struct object *object, const char *name);

/** A declared function is there, but nothing that is watched leads to it. @module may be NULL */
void tracker_bypassed(const char *function, const char *module);

/** The program's own main is over (exit began): later releases are released-after-main. */
void tracker_main_ended(void);
extern _Atomic bool tracker_is_past_main;
static inline bool tracker_has_main_ended(void) {
    return atomic_load_explicit(&tracker_is_past_main, memory_order_relaxed);
}
/** How long a wait for an event may take. */
uint64_t tracker_event_timeout_ms(void);

/** Arrays that were handed over and released as drafts since the last call. */
void tracker_count_clean(uint64_t seen, uint64_t released);

/**
 * The process ends: leaks (normal end) or held-at-abrupt-end, stuck callbacks, incomplete.
 *
 * @normal  return from main or exit(); else _exit, exec, a signal
 */
void tracker_end(bool normal);

/** Fill the counts of the record's last line (hooks and limits are the hooks' part). */
void tracker_activity(struct record_activity *activity);

void tracker_fork_child(void);

#endif
