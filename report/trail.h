/* trail: the stacks that a thread took lately, known again by the words on its stack that they were
 * found through.
 *
 * A walk up the stack follows from where it begins, the return addresses and the saved frame
 * pointers it meets: while all of them lie where they lay, and no module went, it ends the same
 * way, and comparing them costs nanoseconds. Stacks with frames of Python are not kept.
 * Threads: a trail belongs to one thread. Locks: trail_find() takes none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_TRAIL_H
#define REPORT_TRAIL_H

#include "report/base/peek.h"
#include "report/stack.h"

#define TRAIL_MARKS 32
#define TRAIL_WORDS 80

/** One stack. */
struct trail_mark {
    const uintptr_t *frame; /* as trail_find() got it; NULL: none */
    uint16_t
        n_pairs; /* two words beside each other, mostly a frame pointer and its return address */
    uint16_t n_words;   /* others */
    uint32_t n_unloads; /* module_unloads() then */
    uint32_t n_learnt;  /* so often, for this frame and stack */
    stack_id stack;
    int actor;        /* stack_module_of_caller() */
    const void *note; /* NULL at first; whatever the owner likes to keep with it */
    uint32_t told_in; /* 0 at first; likewise */
    bool is_near;     /* all words are on the process's first stack, as the frame is */
    /* Each with room to be filled up with what stands there already. */
    struct peek_pair pairs[TRAIL_WORDS / 2 + 3];
    struct peek_word words[TRAIL_WORDS + 3];
};

/** Zeroed at first. */
struct trail {
    struct trail_mark marks[TRAIL_MARKS];
};

/**
 * The stack of a function that the calling thread is in; only while peek_is_quick(), or when the
 * frame peek_is_on_stack().
 *
 * @frame  where the function of ours that the program called saved its frame pointer
 * @return NULL when it is not known
 */
struct trail_mark *trail_find(struct trail *trail, const uintptr_t *frame);

/** Keep what stack_capture() gave inside that function, the second time that it comes. NULL when
 * it is not kept, as one that is never found again. Slow. */
struct trail_mark *trail_learn(struct trail *trail, const uintptr_t *frame, stack_id stack);

#endif
