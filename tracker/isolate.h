/* isolate: arrays whose consumer is given copies of the buffers: what was lent, what became of it,
 * what an address inside a copy belongs to.
 *
 * Knows nothing of hooks: who writes the struct of an array is told what to write. Originals are
 * foreign memory, read by peek. An array's `isolated` is set once, under its lock, and lives as
 * long as the object. Locks: LOCK_ISOLATE inside; the caller holds none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ISOLATE_H
#define TRACKER_ISOLATE_H

#include "report/base/options.h"
#include "report/record.h"
#include "tracker/copies.h"
#include "tracker/extent.h"
#include "tracker/object.h"

/** One array of a tree with its copies. */
struct isolated {
    struct object *object;
    const struct type *type;
    int64_t length, offset;
    const void *const *original; /* the producer's list of buffers, foreign */
    const void **list;           /* what its struct holds meanwhile */
    struct isolated *next;       /* of the tree, parents before children, while it is made */
    uint32_t n_buffers;          /* entries of the list */
    uint32_t n_copies;
    bool is_verified; /* original and copy were compared */
    struct copy copies[];
};

/** What somebody did to a copy that he may not do. */
enum isolate_act {
    ISOLATE_NONE,
    ISOLATE_AFTER_RELEASE,
    ISOLATE_WRITTEN,
    ISOLATE_OVERREAD,
    ISOLATE_UNDERREAD,
    ISOLATE_CHANGED, /* original and copy differ */
    ISOLATE_LOST     /* the original can't be read any more */
};

/** Where, in words that need nothing to be read again. */
struct isolate_access {
    enum isolate_act act;
    bool is_write;
    struct object *object; /* NULL: forgotten long ago */
    const struct type *type;
    uint32_t buffer;
    uint64_t byte, size;        /* counted from the buffer's address; its size */
    int64_t gap;                /* bytes outside, as copies_at_locked() says */
    int64_t row, rows;          /* row -1: not known */
    char column[96];            /* path of names, "" for an array of one column */
    char before[40], after[40]; /* CHANGED: both values, "" where they can't be told */
};

void isolate_init(const struct tracker_options *options);
bool isolate_is_on(void);
/** Some array was isolated: there are addresses of ours. */
bool isolate_is_used(void);

/** Copy the buffers of a root that has just got its type, and of all below it. NULL: left alone and
 * counted; *act tells when that is a fault of its own (LOST), *access then says where. */
struct isolated *isolate_copy(struct object *root, struct isolate_access *access);

/** The producer's list where a struct holds ours, else what it holds. */
const void *isolate_original(const struct object *object, const void *buffers);

/**
 * Compare what an array holds with the originals, once; for a release about to be forwarded.
 *
 * @return the first difference: act CHANGED or LOST, else NONE
 */
struct isolate_access isolate_verify(struct object *object);

/** The array is released: its copies are closed when no other needs them. */
void isolate_close(struct object *object);

/** The object is about to be forgotten. */
void isolate_forget(struct object *object);

/** What a fault at an address means; act NONE: it is no business of ours. With `is_new` it was not
 * said before of this buffer. */
struct isolate_access isolate_find(uintptr_t address, bool is_write, bool *is_new);

/** Let the access through from now on. False: the kernel refuses. */
bool isolate_open(uintptr_t address, bool is_write);

/** The same where nothing can be told: in a child of vfork, after the report, in a signal handler
 * amid our own code. */
bool isolate_let_through(uintptr_t address, bool is_write);

/** For the record's last line. */
void isolate_activity(struct record_activity *activity);
void isolate_fork_child(void);

#endif
