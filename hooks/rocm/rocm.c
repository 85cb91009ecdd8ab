/* rocm: the rows turned into functions, and how a call of one goes by. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/rocm.h"

#include <stdatomic.h>

#include "hooks/desk.h"
#include "hooks/each.h"
#include "hooks/rocm/effects.h"
#include "hooks/rocm/entry.h"
#include "hooks/rocm/inquiry.h"
#include "hooks/rocm/launching.h"
#include "hooks/row.h"
#include "hooks/words.h"
#include "report/base/text.h"
#include "tracker/home.h"

/** Copies of the runtime that are told apart: packages bring their own beside the system's. */
#define INSTANCES 2

enum {
#define HIP(symbol, ...) ROW_##symbol,
#include "hooks/rocm/rows.def"
#undef HIP
    N_ROWS
};

/* What the three steps of an effect are. */
#define EFFECT(name, ...) static const struct rocm_effect effect_##name = {__VA_ARGS__};
#include "hooks/rocm/effect.def"
#undef EFFECT

#define ROLE_OF(role) ARG_##role
static struct rocm_row rows[N_ROWS] = {
#define HIP(symbol, its, ...)                                                                      \
    [ROW_##symbol] = {                                                                             \
        .name = #symbol, .effect = &effect_##its, .roles = {EACH(ROLE_OF, ##__VA_ARGS__)}},
#include "hooks/rocm/rows.def"
#undef HIP
};

static _Atomic uintptr_t reals[N_ROWS][INSTANCES];
static uint16_t first_row; /* in the table of all hooks */
static struct hook_row *hooks[N_ROWS];

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments, const uintptr_t *frame);

#define HIP(symbol, ...) WORDS_PAIR(symbol)
#include "hooks/rocm/rows.def"
#undef HIP

static void *const *const functions[] = {
#define HIP(symbol, ...) functions_##symbol,
#include "hooks/rocm/rows.def"
#undef HIP
};

static bool is_twin(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, "_spt") == 0;
}

void rocm_init(const struct hook_ops *ops) {
    inquiry_init(ops->resolve);
    home_ask(inquiry_is_pageable);
    for (unsigned i = 0; i < N_ROWS; i++) {
        struct rocm_row *row = &rows[i];
        row->is_per_thread = is_twin(row->name);
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

struct hook_row *rocm_row_of(const char *name) {
    for (unsigned i = 0; i < N_ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return hooks[i];
    return NULL;
}

/* A call that waits for its stream first waits for what is there before its own work. */
static void before(struct rocm_call *call) {
    const struct rocm_effect *effect = call->row->effect;
    if (effect->how == ON_STREAM)
        call->stream = inquiry_stream(call);
    if (effect->before)
        effect->before(call);
    if (effect->how == ON_STREAM)
        order_begin(&call->op, &call->stream, &call->site);
}

static void after(struct rocm_call *call) {
    const struct rocm_effect *effect = call->row->effect;
    bool succeeded = effect->how == ANSWERS || call->result == 0;
    if (succeeded && effect->after)
        effect->after(call);
    if (!succeeded && effect->failed)
        effect->failed(call);
    if (call->is_waiting)
        order_wait_drop(&call->wait);
    if (call->is_waiting_twice)
        order_wait_drop(&call->other);
    if (effect->how == ON_STREAM && succeeded)
        order_end(&call->op);
    else if (effect->how == ON_STREAM)
        order_fail(&call->op);
    if (!succeeded)
        ruin_judge(call);
}

static uintptr_t run(unsigned row, unsigned instance, uintptr_t *arguments,
                     const uintptr_t *frame) {
    uintptr_t real = atomic_load_explicit(&reals[row][instance], memory_order_relaxed);
    struct hook_light guard;
    desk_count_call((uint16_t)(first_row + row));
    if (!hook_enter_lightly(&guard))
        return words_forward(real, arguments);
    struct rocm_call call = {.row = &rows[row], .arguments = arguments};
    call.site = (struct site){.caller = frame[1], .frame = frame, .actor = -1, .callee = real};
    call.site.row = (uint16_t)(first_row + row);
    before(&call);
    hook_leave_lightly(&guard);
    uintptr_t result = words_forward(real, arguments);
    hook_enter_lightly(&guard);
    call.result = (int)result;
    call.answer = result;
    after(&call);
    hook_leave_lightly(&guard);
    return result;
}

static void add_count(struct text *text, uint64_t n, const char *one, const char *more) {
    if (!n)
        return;
    text_add(text, text->length ? ", " : "of HIP not watched: ");
    text_add_uint(text, n);
    text_add(text, n == 1 ? one : more);
}

const char *rocm_limit(void) {
    static char storage[192];
    struct text text = text_begin(storage, sizeof(storage));
    add_count(&text, entry_n_interop(), " function of OpenGL", " functions of OpenGL");
    add_count(&text, launching_n_unread(),
              " launch of a kernel whose name does not tell its parameters",
              " launches of kernels whose names do not tell their parameters");
    return text.length ? storage : NULL;
}

int rocm_version(void) {
    return inquiry_version();
}
