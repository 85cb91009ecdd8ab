/* cuda: the rows turned into functions, and how a call of one goes by. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/cuda.h"

#include <stdatomic.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"
#include "hooks/cuda/lookup.h"
#include "hooks/desk.h"
#include "hooks/each.h"
#include "hooks/row.h"
#include "hooks/words.h"
#include "tracker/act.h"
#include "tracker/home.h"

/** Copies of the driver that are told apart: a process has one. */
#define INSTANCES 2

enum {
#define CU(symbol, ...) ROW_##symbol,
#include "hooks/cuda/rows.def"
#undef CU
    N_ROWS
};

/* What the three steps of an effect are. */
#define EFFECT(name, ...) static const struct cuda_effect effect_##name = {__VA_ARGS__};
#include "hooks/cuda/effect.def"
#undef EFFECT

#define ROLE_OF(role) ARG_##role
static struct cuda_row rows[N_ROWS] = {
#define CU(symbol, since_, its, ...)                                                               \
    [ROW_##symbol] = {.name = #symbol,                                                             \
                      .effect = &effect_##its,                                                     \
                      .since = since_,                                                             \
                      .roles = {EACH(ROLE_OF, ##__VA_ARGS__)}},
#include "hooks/cuda/rows.def"
#undef CU
};

static _Atomic uintptr_t reals[N_ROWS][INSTANCES];
static uint16_t first_row; /* in the table of all hooks */
static struct hook_row *hooks[N_ROWS];

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments, const uintptr_t *frame);

#define CU(symbol, ...) WORDS_PAIR(symbol)
#include "hooks/cuda/rows.def"
#undef CU

static void *const *const functions[] = {
#define CU(symbol, ...) functions_##symbol,
#include "hooks/cuda/rows.def"
#undef CU
};

static bool ends_in(const char *name, const char *end) {
    size_t length = strlen(name), end_length = strlen(end);
    return length > end_length && strcmp(name + length - end_length, end) == 0;
}

/* cuMemcpy2D_v2_ptds: as cuMemcpy2D, and per thread. Those twins came with CUDA 7. */
static void read_name(struct cuda_row *row) {
    size_t length = strlen(row->name);
    row->is_per_thread = ends_in(row->name, "_ptsz") || ends_in(row->name, "_ptds");
    if (row->is_per_thread) {
        length -= 5;
        row->since = row->since < 7000 ? 7000 : row->since;
    }
    if (length > 3 && row->name[length - 3] == '_' && row->name[length - 2] == 'v')
        length -= 3;
    row->base_length = (uint8_t)length;
}

void cuda_init(const struct hook_ops *ops) {
    ask_init(ops->resolve);
    act_ask(ask_is_pending);
    home_ask(ask_is_pageable);
    for (unsigned i = 0; i < N_ROWS; i++) {
        struct cuda_row *row = &rows[i];
        read_name(row);
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

/* The newest variant that the version has; of the twins only, where there are any. */
static int find_variant(const char *name, int version, bool is_per_thread, bool *has_any) {
    size_t length = strlen(name);
    int best = -1;
    for (int i = 0; i < N_ROWS; i++) {
        if (rows[i].is_per_thread != is_per_thread || rows[i].base_length != length ||
            strncmp(rows[i].name, name, length) != 0)
            continue;
        *has_any = true;
        if (rows[i].since <= version && (best < 0 || rows[i].since > rows[best].since))
            best = i;
    }
    return best;
}

struct hook_row *cuda_row_of(const char *name, int version, bool is_per_thread) {
    bool has_twin = false;
    int row = is_per_thread ? find_variant(name, version, true, &has_twin) : -1;
    if (!has_twin)
        row = find_variant(name, version, false, &has_twin);
    return row < 0 ? NULL : hooks[row];
}

/* A call that waits for its stream first waits for what is there before its own work. */
static void before(struct cuda_call *call) {
    const struct cuda_effect *effect = call->row->effect;
    if (effect->on_stream)
        call->stream = ask_stream(call);
    if (effect->before)
        effect->before(call);
    if (effect->on_stream)
        order_begin(&call->op, &call->stream, &call->site);
}

static void after(struct cuda_call *call) {
    const struct cuda_effect *effect = call->row->effect;
    bool succeeded = call->result == 0;
    if (succeeded && effect->after)
        effect->after(call);
    if (!succeeded && effect->failed)
        effect->failed(call);
    if (call->is_waiting)
        order_wait_drop(&call->wait);
    if (call->is_waiting_twice)
        order_wait_drop(&call->other);
    if (effect->on_stream && succeeded)
        order_end(&call->op);
    else if (effect->on_stream)
        order_fail(&call->op);
    if (!succeeded)
        loss_judge(call);
}

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments,
                     const uintptr_t *frame) {
    uintptr_t real = atomic_load_explicit(&reals[row][instance], memory_order_relaxed);
    const struct cuda_effect *effect = rows[row].effect;
    struct hook_light guard;
    desk_count_call((uint16_t)(first_row + row));
    if (!(effect->before ? hook_enter_lightly(&guard) : hook_enter_barely(&guard)))
        return words_forward(real, arguments);
    struct cuda_call call = {.row = &rows[row], .arguments = arguments};
    call.site = (struct site){.caller = frame[1], .frame = frame, .actor = -1, .callee = real};
    call.site.row = (uint16_t)(first_row + row);
    before(&call);
    hook_leave_lightly(&guard);
    uintptr_t result = words_forward(real, arguments);
    hook_enter_lightly(&guard);
    call.result = (int)result;
    after(&call);
    hook_leave_lightly(&guard);
    return result;
}

void cuda_locate(struct cuda_call *call) {
    hook_locate(&call->site);
}

const char *cuda_limit(void) {
    return lookup_limit();
}

int cuda_version(void) {
    return ask_version();
}
