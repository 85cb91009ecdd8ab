/* cuda: the CUDA driver: one row a function, what each of them does to the order of things, and the
 * ways in which programs get hold of it.
 *
 * A call goes by in three steps: before, the real function with nothing of ours around it, after.
 * Threads: any. No lock of ours is held when the driver is called, by the program or by us. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_CUDA_H
#define HOOKS_CUDA_CUDA_H

#include "hooks/call.h"
#include "hooks/hook.h"
#include "tracker/order.h"

/** What arguments are, by the names of role.def. */
enum cuda_role {
    ARG_X,
#define ROLE(name, type) ARG_##name,
#include "hooks/cuda/role.def"
#undef ROLE
    ARG_ROLES
};

struct cuda_effect;

struct cuda_row {
    const char *name;
    const struct cuda_effect *effect;
    int since;                /* CUDA version, 1000 * major + 10 * minor */
    uint8_t roles[16];        /* in the order of the arguments */
    uint8_t place[ARG_ROLES]; /* where a role stands among them, from 1; 0: nowhere */
    bool is_per_thread;       /* its NULL stream is the thread's own */
    uint8_t base_length;      /* of the name without its variant */
};

/** One call on its way. */
struct cuda_call {
    const struct cuda_row *row;
    uintptr_t *arguments; /* what the real function gets */
    int result;
    struct site site;
    struct order_stream stream; /* effects on a stream: which */
    struct order_op op;
    struct order_wait wait, other;
    bool is_waiting, is_waiting_twice; /* wait, other hold something */
    uint64_t began_ns;                 /* copies: when the driver was called, 0 where nobody asks */
    uintptr_t kept;                    /* from before to after, the effect's own */
};

/** What a call does; each step may be NULL. */
struct cuda_effect {
    bool on_stream; /* it puts work on a stream: op is begun before, and ended or failed */
    void (*before)(struct cuda_call *call);
    void (*after)(struct cuda_call *call); /* succeeded */
    void (*failed)(struct cuda_call *call);
};

/** What hooks/runtime.h asks of an adapter. */
void cuda_init(const struct hook_ops *ops);
const char *cuda_limit(void);
int cuda_version(void);

/** The argument that has a role; 0 when the function has none such. */
static inline uintptr_t cuda_argument(const struct cuda_call *call, enum cuda_role role) {
    unsigned place = call->row->place[role];
    return place ? call->arguments[place - 1] : 0;
}

static inline bool cuda_has(const struct cuda_call *call, enum cuda_role role) {
    return call->row->place[role] != 0;
}

/** The call's place gets its stack: only where a report may want it. */
void cuda_locate(struct cuda_call *call);

/** The row that cuGetProcAddress's answer to this question belongs to, NULL for none. */
struct hook_row *cuda_row_of(const char *name, int version, bool is_per_thread);

#endif
