/* rocm: the HIP runtime of AMD's ROCm: one row a function, what each of them does to the order of
 * things, and the ways in which programs get hold of it.
 *
 * A call goes by in three steps: before, the real function with nothing of ours around it, after.
 * HIP has no contexts of its own: a device's ordinal + 1 stands for one. Its types are declared in
 * hip.h, as far as they are read: no header is needed. Threads: any. No lock of ours is held when
 * HIP is called, by the program or by us. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_ROCM_H
#define HOOKS_ROCM_ROCM_H

#include "hooks/box.h"
#include "hooks/call.h"
#include "hooks/hook.h"
#include "tracker/order.h"

/** What arguments are, by the names of role.def. */
enum rocm_role {
    ARG_X,
#define ROLE(name, type) ARG_##name,
#include "hooks/rocm/role.def"
#undef ROLE
    ARG_ROLES
};

struct rocm_effect;

struct rocm_row {
    const char *name;
    const struct rocm_effect *effect;
    uint8_t roles[16];        /* in the order of the words of arguments */
    uint8_t place[ARG_ROLES]; /* where a role stands among them, from 1; 0: nowhere */
    bool is_per_thread;       /* its NULL stream is the thread's own */
};

/** One call on its way. */
struct rocm_call {
    const struct rocm_row *row;
    uintptr_t *arguments; /* what the real function gets */
    int result;
    uintptr_t answer; /* the same as a pointer */
    struct site site;
    struct order_stream stream; /* effects on a stream: which */
    struct order_op op;
    struct order_wait wait, other;
    bool is_waiting, is_waiting_twice; /* wait, other hold something */
    struct box box;                    /* copies and sets */
    uint64_t began_ns;                 /* ... and when HIP was called, 0 where nobody asks */
    uintptr_t kept;                    /* from before to after, the effect's own */
};

/** ON_STREAM: it puts work on a stream: op is begun before, and ended or failed. ANSWERS: with a
 * pointer, or nothing, but no code of an error. */
enum rocm_how { PLAINLY, ON_STREAM, ANSWERS };

/** What a call does; each step may be NULL. */
struct rocm_effect {
    enum rocm_how how;
    void (*before)(struct rocm_call *call);
    void (*after)(struct rocm_call *call); /* succeeded */
    void (*failed)(struct rocm_call *call);
};

/** What hooks/runtime.h asks of an adapter. */
void rocm_init(const struct hook_ops *ops);
const char *rocm_limit(void);
int rocm_version(void);

/** The argument that has a role; 0 when the function has none such. */
static inline uintptr_t rocm_argument(const struct rocm_call *call, enum rocm_role role) {
    unsigned place = call->row->place[role];
    return place ? call->arguments[place - 1] : 0;
}

static inline bool rocm_has(const struct rocm_call *call, enum rocm_role role) {
    return call->row->place[role] != 0;
}

/** What a successful call has written through a pointer of its. */
static inline uintptr_t rocm_made(const struct rocm_call *call, enum rocm_role role) {
    const uintptr_t *place = (const uintptr_t *)rocm_argument(call, role);
    return place ? *place : 0;
}

/** The row of a name, NULL for none. */
struct hook_row *rocm_row_of(const char *name);

#endif
