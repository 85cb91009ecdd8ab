/* opencl: OpenCL, from whichever loader a program has it: one row a function, what each of them
 * does to the order of things, and the ways in which programs get hold of it.
 *
 * A call goes by in three steps: before, the real function with nothing of ours around it, after.
 * Threads: any. No lock of ours is held when OpenCL is called, by the program or by us. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_OPENCL_H
#define HOOKS_OPENCL_OPENCL_H

#include "hooks/hook.h"
#include "tracker/queue.h"

/** What arguments are, by the names of role.def. */
enum opencl_role {
    ARG_X,
#define ROLE(name, type) ARG_##name,
#include "hooks/opencl/role.def"
#undef ROLE
    ARG_ROLES
};

struct opencl_effect;

struct opencl_row {
    const char *name;
    const struct opencl_effect *effect;
    uint8_t roles[16];        /* in the order of the arguments */
    uint8_t place[ARG_ROLES]; /* where a role stands among them, from 1; 0: nowhere */
};

/** One call on its way. */
struct opencl_call {
    const struct opencl_row *row;
    uintptr_t *arguments; /* what the real function gets */
    uintptr_t result;     /* of the real function; what the program gets */
    struct site site;
    struct order_stream queue; /* QUEUED: which */
    struct queue_after follows;
    struct order_op op;
    struct order_wait wait; /* is_waiting: holds something */
    bool is_waiting;
    uint64_t began_ns;
    uintptr_t kept; /* from before to after, the effect's own */
};

/** What a call does; the words of effect.def for how. */
struct opencl_effect {
    enum { QUEUED = 1, GATHERS = 2, HOLDS = 4, ANSWERS = 8, KEEPS = 16 } how;
    void (*before)(struct opencl_call *call);
    void (*after)(struct opencl_call *call); /* succeeded */
    void (*failed)(struct opencl_call *call);
};

/** What hooks/runtime.h asks of an adapter. */
void opencl_init(const struct hook_ops *ops);
const char *opencl_limit(void);
int opencl_version(void);

/** The argument that has a role; 0 when the function has none such. */
static inline uintptr_t opencl_argument(const struct opencl_call *call, enum opencl_role role) {
    unsigned place = call->row->place[role];
    return place ? call->arguments[place - 1] : 0;
}

static inline bool opencl_has(const struct opencl_call *call, enum opencl_role role) {
    return call->row->place[role] != 0;
}

/** Put something else into the argument that has a role. */
static inline void opencl_replace(struct opencl_call *call, enum opencl_role role,
                                  uintptr_t value) {
    call->arguments[call->row->place[role] - 1] = value;
}

/** The call's place gets its stack: only where a report may want it. */
void opencl_locate(struct opencl_call *call);

/** The accesses of a command, with a stack where they are of interest. */
void opencl_accesses(struct opencl_call *call, const struct order_access *accesses, unsigned n);

/** The row of a function that OpenCL has handed out, NULL for none. */
struct hook_row *opencl_row_of(const char *name);

#endif
