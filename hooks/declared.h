/* declared: functions that a user names in a file (option `declare`), so that structures are seen
 * where the program's own functions hand them over.
 *
 * They are rows like all others: slots and look-ups lead to them. Their entry points
 * (declared_x86_64.S) know nothing of the function's type: registers for integers, pointers,
 * floating point and vectors reach the real function as they were, and so do 512 bytes of arguments
 * on the stack; every register that a result may stand in comes back; exceptions pass through. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_DECLARED_H
#define HOOKS_DECLARED_H

#include "hooks/row.h"

/** More functions than this are refused, with a message. */
#define DECLARED_MOST 64

/** Takes one line of complaint, without the newline. */
typedef void (*declared_say)(const char *line);

/** Read a file of declarations. A line with an error is said with its place and what was expected;
 * the others hold. Once, after row_init(). */
void declared_read(const char *path, declared_say say);

/** The process ends: say to the tracker which declared functions could be called without us seeing
 * it. @resolve a symbol in any loaded module, NULL when none defines it */
void declared_end(void *(*resolve)(const char *name));
/** A sentence for the report's limits, after declared_end(): functions that were loaded and that no
 * code can be seen to call. NULL: there are none. */
const char *declared_limit(void);

/* What declared_x86_64.S keeps of one call while the real function runs. */
struct declared_frame {
    uintptr_t registers[6]; /* rdi, rsi, rdx, rcx, r8, r9 as they came */
    uintptr_t slot;         /* index of the entry point */
    uintptr_t result;       /* rax of the real function */
    uintptr_t n_words;      /* of the stack's arguments that are passed on */
    const uintptr_t *stack; /* the caller's arguments; below them the return address */
    struct hook_call call;  /* from here on the assembly looks at nothing */
    struct call_passage passage;
};

#endif
