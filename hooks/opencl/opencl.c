/* opencl: the rows turned into functions, and how a call of one goes by. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/opencl.h"

#include "hooks/desk.h"
#include "hooks/each.h"
#include "hooks/opencl/api.h"
#include "hooks/opencl/commands.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/oneapi.h"
#include "hooks/opencl/query.h"
#include "hooks/opencl/queues.h"
#include "hooks/row.h"
#include "hooks/words.h"
#include "report/base/thread.h"
#include "tracker/memory.h"
#include "tracker/syncevent.h"

/** Loaders and drivers that are told apart: packages bring loaders of their own. */
#define INSTANCES 4

enum {
#define CL(symbol, ...) ROW_##symbol,
#include "hooks/opencl/rows.def"
#undef CL
    N_ROWS
};

#define EFFECT(name, ...) static const struct opencl_effect effect_##name = {__VA_ARGS__};
#include "hooks/opencl/effect.def"
#undef EFFECT

#define ROLE_OF(role) ARG_##role
static struct opencl_row rows[N_ROWS] = {
#define CL(symbol, its, ...)                                                                       \
    [ROW_##symbol] = {                                                                             \
        .name = #symbol, .effect = &effect_##its, .roles = {EACH(ROLE_OF, ##__VA_ARGS__)}},
#include "hooks/opencl/rows.def"
#undef CL
};

static _Atomic uintptr_t reals[N_ROWS][INSTANCES];
static uint16_t first_row; /* in the table of all hooks */
static struct hook_row *hooks[N_ROWS];

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments, const uintptr_t *frame);

#define CL(symbol, ...)                                                                            \
    WORDS_FUNCTION(symbol, 0)                                                                      \
    WORDS_FUNCTION(symbol, 1)                                                                      \
    WORDS_FUNCTION(symbol, 2)                                                                      \
    WORDS_FUNCTION(symbol, 3)                                                                      \
    static void *const functions_##symbol[INSTANCES] = {                                           \
        (void *)hook_##symbol##_0, (void *)hook_##symbol##_1, (void *)hook_##symbol##_2,           \
        (void *)hook_##symbol##_3};
#include "hooks/opencl/rows.def"
#undef CL

static void *const *const functions[] = {
#define CL(symbol, ...) functions_##symbol,
#include "hooks/opencl/rows.def"
#undef CL
};

void opencl_init(const struct hook_ops *ops) {
    query_init(ops->resolve);
    syncevent_translate(oneapi_handle);
    for (unsigned i = 0; i < N_ROWS; i++) {
        struct opencl_row *row = &rows[i];
        for (unsigned j = 0; j < LENGTH(row->roles); j++)
            row->place[row->roles[j]] = (uint8_t)(j + 1);
        row->place[ARG_X] = 0;
        const struct hook_row hook = {.name = row->name,
                                      .functions = functions[i],
                                      .n_functions = INSTANCES,
                                      .reals = reals[i],
                                      .of_runtime = true};
        hooks[i] = row_add(&hook, &(struct call_form){0});
        if (i == 0)
            first_row = hooks[i]->index;
    }
}

struct hook_row *opencl_row_of(const char *name) {
    for (unsigned i = 0; i < N_ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return hooks[i];
    return NULL;
}

/* A list that is not there fails the call. */
static struct queue_after read_list(const struct opencl_call *call) {
    struct queue_after follows = {.events = (const uint64_t *)opencl_argument(call, ARG_EVENTS)};
    if (follows.events)
        follows.n = (unsigned)opencl_argument(call, ARG_N_EVENTS);
    follows.all = call->row->effect->how & GATHERS && follows.n == 0;
    follows.holds = call->row->effect->how & HOLDS;
    return follows;
}

static void before(struct opencl_call *call) {
    const struct opencl_effect *effect = call->row->effect;
    if (effect->how & QUEUED) {
        call->queue = queues_stream(opencl_has(call, ARG_QUEUE) ? opencl_argument(call, ARG_QUEUE)
                                                                : commands_queue(call));
        call->follows = read_list(call);
        queue_begin(&call->op, &call->queue, &call->follows, &call->site);
        if ((cl_bool)opencl_argument(call, ARG_BLOCKING))
            call->began_ns = thread_clock_ns();
    }
    if (effect->before)
        effect->before(call);
}

static void after_command(struct opencl_call *call) {
    if (queue_is_watched(&call->follows)) {
        opencl_locate(call);
        queue_followed(&call->op, &call->follows);
    }
    if (call->row->effect->after)
        call->row->effect->after(call);
    events_made(call);
    if ((cl_bool)opencl_argument(call, ARG_BLOCKING)) {
        order_op_waited(&call->op);
        queue_flushed(&call->queue);
    }
    order_end(&call->op);
}

static void after_kept(struct opencl_call *call) {
    uintptr_t arguments[LENGTH(call->row->roles)];
    commands_align(call, arguments);
    call->row->effect->after(call);
}

static void after(struct opencl_call *call) {
    const struct opencl_effect *effect = call->row->effect;
    bool succeeded = effect->how & ANSWERS ? call->result != 0 : (int)call->result == 0;
    if (effect->how & QUEUED && succeeded)
        after_command(call);
    else if (effect->how & QUEUED)
        order_fail(&call->op);
    else if (effect->how & KEEPS && succeeded)
        after_kept(call);
    else if (succeeded && effect->after)
        effect->after(call);
    if (!succeeded && effect->failed)
        effect->failed(call);
    if (call->is_waiting)
        order_wait_drop(&call->wait);
}

/* Most that only give something back are done with before the call. */
static bool has_after(const struct opencl_call *call) {
    const struct opencl_effect *effect = call->row->effect;
    return effect->how & (QUEUED | KEEPS) || effect->after || effect->failed || call->is_waiting;
}

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments,
                     const uintptr_t *frame) {
    uintptr_t real = atomic_load_explicit(&reals[row][instance], memory_order_relaxed);
    struct hook_light guard;
    desk_count_call((uint16_t)(first_row + row));
    if (!(rows[row].effect->before ? hook_enter_lightly(&guard) : hook_enter_barely(&guard)))
        return words_forward(real, arguments);
    struct opencl_call call = {.row = &rows[row], .arguments = arguments};
    call.site = (struct site){.caller = frame[1], .frame = frame, .actor = -1, .callee = real};
    call.site.row = (uint16_t)(first_row + row);
    before(&call);
    hook_leave_lightly(&guard);
    call.result = words_forward(real, arguments);
    if (!has_after(&call))
        return call.result;
    hook_enter_lightly(&guard);
    after(&call);
    hook_leave_lightly(&guard);
    return call.result;
}

void opencl_locate(struct opencl_call *call) {
    hook_locate(&call->site);
}

void opencl_accesses(struct opencl_call *call, const struct order_access *accesses, unsigned n) {
    if (call->row->effect->how & KEEPS) {
        commands_keep(call, accesses, n);
        return;
    }
    for (unsigned i = 0; i < n && !call->site.stack; i++)
        if (accesses[i].flags & ORDER_LATER || memory_is_tracked(accesses[i].at, accesses[i].size))
            opencl_locate(call);
    order_accesses(&call->op, accesses, n);
}

const char *opencl_limit(void) {
    return NULL;
}

int opencl_version(void) {
    return 0;
}
