/* call: one call of a hooked function, from the program's arguments to what crossed with it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CALL_H
#define HOOKS_CALL_H

#include "hooks/handover.h"

#define CALL_MAX_ARGUMENTS 14
#define CALL_MAX_CROSSINGS 3

struct hook_call {
    uint16_t row;     /* index */
    uintptr_t caller; /* return address */
    uintptr_t real;   /* the function behind the hook */
    uintptr_t result; /* of the real function, once it has returned */
    uintptr_t arguments[CALL_MAX_ARGUMENTS];
};

/** How to tell that a function did what it says. */
enum call_success {
    SUCCESS_ALWAYS,
    SUCCESS_STATUS,  /* the first word behind argument 1 is NULL: arrow::Status, arrow::Result */
    SUCCESS_ZERO,    /* returned 0 as int */
    SUCCESS_POINTER, /* returned a pointer that is not NULL */
    SUCCESS_TRUE     /* returned a bool that is true */
};

/** One struct that crosses with a call. */
struct call_crossing {
    enum handover_role role;
    enum object_kind kind;
    uint8_t argument; /* from 1; 0: none */
};

/** What a row says beyond its name. */
struct call_form {
    enum call_success success;
    struct call_crossing crossings[CALL_MAX_CROSSINGS];
    void (*effect)(
        const struct hook_call *call); /* in place of crossings: runs after, inside the guard */
};

/** By row index. */
extern const struct call_form hook_forms[];

/** Run a call: what is taken is seen before it, what is given after it. Returns the real function's
 * result. */
uintptr_t call_run(struct hook_call *call, uintptr_t real);

/** Effects of the Python rows (capsule.c). */
void capsule_read(const struct hook_call *call);
void capsule_made(const struct hook_call *call);

#endif
