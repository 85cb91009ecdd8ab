/* call: runs the real function of a hooked call with nothing of ours around it, and looks before
 * and after. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/call.h"

#include "hooks/async.h"
#include "hooks/bridge.h"
#include "hooks/desk.h"
#include "hooks/quick.h"
#include "hooks/row.h"
#include "hooks/suspect.h"
#include "hooks/words.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "tracker/ended.h"
#include "tracker/tracker.h"

static struct site *passage_site(struct call_passage *passage, const struct hook_call *call) {
    if (!passage->has_site) {
        passage->site = handover_site_at(call->caller, call->frame, call->row);
        passage->site.callee = call->real;
        passage->has_site = true;
    }
    return &passage->site;
}

bool call_succeeded(const struct hook_call *call) {
    uintptr_t word = 1;
    switch (row_forms[call->row].success) {
    case SUCCESS_STATUS:
        return peek_one(&word, (const void *)call->arguments[0]) == 0 && word == 0;
    case SUCCESS_ZERO:
        return (int)call->result == 0;
    case SUCCESS_BYTE:
        return (uint8_t)call->result == 0;
    case SUCCESS_NULL:
        return call->result == 0;
    case SUCCESS_POINTER:
        return call->result != 0;
    case SUCCESS_TRUE:
        return (uint8_t)call->result != 0;
    case SUCCESS_ALWAYS:
        break;
    }
    return true;
}

static uintptr_t value_of(const struct hook_call *call, unsigned argument) {
    if (argument == 0)
        return 0;
    return argument == CALL_RESULT ? call->result : call->arguments[argument - 1];
}

/* The struct or handle that a clause speaks of, NULL for none. */
static uintptr_t place_of(const struct hook_call *call, const struct call_clause *clause) {
    uintptr_t place = value_of(call, clause->argument);
    if (clause->owned && place)
        place += sizeof(uintptr_t);
    if ((clause->indirect || clause->owned) && place &&
        peek(&place, (const void *)place, sizeof(place)) != 0)
        return 0;
    return place;
}

static struct object *array_of(const struct call_passage *passage) {
    struct object *array = NULL;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES; i++) {
        struct object *object = passage->objects[i];
        if (object && (object->kind == KIND_ARRAY || object->kind == KIND_DEVICE_ARRAY))
            array = object;
    }
    return array;
}

static struct object *schema_of(const struct call_passage *passage) {
    struct object *schema = NULL;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES; i++)
        if (passage->objects[i] && passage->objects[i]->kind == KIND_SCHEMA)
            schema = passage->objects[i];
    return schema;
}

/* An array and a schema in one call are a certain pair. */
static void pair(const struct call_passage *passage) {
    struct object *array = array_of(passage), *schema = schema_of(passage);
    if (array && schema)
        tracker_passed(array, schema, &passage->site);
}

/* And so are those that cross with one handle. */
static void pair_by_handle(uintptr_t handle, const struct call_passage *passage) {
    struct object *array = array_of(passage), *schema = schema_of(passage);
    if (handle && (array || schema))
        tracker_kin(handle, array, schema, &passage->site);
}

static void see_before(const struct call_clause *clause, const struct hook_call *call,
                       struct call_passage *passage, unsigned i) {
    uintptr_t place = place_of(call, clause);
    if (!place)
        return;
    passage->places[i] = place;
    switch (clause->verb) {
    case CALL_GIVES:
        passage->targets[i] = handover_target(clause->kind, place);
        passage->releases[i] = handover_release(clause->kind, place);
        break;
    case CALL_TAKES:
    case CALL_PEEKS:
    case CALL_OFFERS:
        /* Whether a released struct was refused is known only afterwards. */
        passage->was_empty[i] = handover_is_released(clause->kind, place);
        if (passage->was_empty[i])
            suspect_note(call, clause->kind, clause->verb == CALL_PEEKS ? ROLE_PEEKS : ROLE_TAKES,
                         place, passage_site(passage, call));
        else
            passage->objects[i] = handover_see(clause->kind, place,
                                               clause->verb == CALL_TAKES ? ROLE_TAKES : ROLE_PEEKS,
                                               passage_site(passage, call), NULL);
        break;
    case CALL_CLOSES:
        passage->closing[i] = handle_close_begin(place);
        break;
    case CALL_TYPES:
        if (array_of(passage))
            bridge_import(array_of(passage), place, clause->columns, call,
                          passage_site(passage, call));
        break;
    case CALL_KIN:
        /* What is filled by the call means nothing yet. */
        if (!clause->indirect)
            pair_by_handle(place, passage);
        break;
    case CALL_PART:
    case CALL_NOTHING:
        break;
    }
}

static void given(const struct call_clause *clause, const struct hook_call *call,
                  struct call_passage *passage, unsigned i) {
    uintptr_t place = place_of(call, clause);
    if (!place)
        return;
    if (handover_is_released(clause->kind, place)) {
        ended_note(place, clause->kind);
        return;
    }
    bool same = place == passage->places[i];
    if (clause->maybe && same && handover_release(clause->kind, place) == passage->releases[i])
        return;
    struct site *site = passage_site(passage, call);
    site->schema = passage->schema;
    struct object *object = handover_see(clause->kind, place, ROLE_GIVES, site, NULL);
    passage->objects[i] = object;
    if (!object)
        return;
    passage->gave = true;
    if (same)
        handover_overwrote(passage->targets[i], object, site);
    if (clause->handle)
        handle_bind(object, value_of(call, clause->handle), clause->bond);
    if (clause->ask)
        clause->ask(call, object, site);
}

/* A call that failed leaves what it was to fill released, or as it was. */
static void left(const struct call_clause *clause, const struct hook_call *call,
                 struct call_passage *passage, unsigned i) {
    uintptr_t place = place_of(call, clause);
    bool is_same = place == passage->places[i];
    if (!place || !(is_same || clause->indirect) || kind_is_async(clause->kind) ||
        !handover_is_leftover(clause->kind, place, is_same ? passage->releases[i] : 0))
        return;
    handover_see(clause->kind, place, ROLE_LEAVES, passage_site(passage, call), NULL);
}

static void see_after(const struct call_clause *clause, const struct hook_call *call,
                      struct call_passage *passage, unsigned i, bool success) {
    bool counts = success || clause->always;
    switch (clause->verb) {
    case CALL_GIVES:
        if (counts)
            given(clause, call, passage, i);
        else
            left(clause, call, passage, i);
        break;
    case CALL_TAKES:
    case CALL_PEEKS:
    case CALL_OFFERS:
        if (passage->was_empty[i] && !handover_has_ended(clause->kind, passage->places[i])) {
            struct site *site = passage_site(passage, call);
            site->refused = !success;
            handover_was_released(clause->kind, passage->places[i],
                                  clause->verb == CALL_PEEKS ? ROLE_PEEKS : ROLE_TAKES, site);
            site->refused = false;
        } else if (clause->verb == CALL_OFFERS && passage->objects[i]) {
            handover_was_offered(passage->objects[i], passage->places[i],
                                 passage_site(passage, call));
        }
        if (clause->kind == KIND_ASYNC_HANDLER && passage->objects[i])
            async_watch_producer(passage->objects[i], passage->places[i]);
        break;
    case CALL_KIN:
        if (counts)
            pair_by_handle(place_of(call, clause), passage);
        break;
    case CALL_PART:
        if (counts && place_of(call, clause))
            handle_part(place_of(call, clause), value_of(call, clause->handle));
        break;
    case CALL_CLOSES:
        /* Who never had a structure from a handle has no place in a report either. */
        if (passage->closing[i])
            handle_close_end(
                passage->closing[i], counts,
                handle_is_bound(passage->closing[i]) ? passage_site(passage, call)->stack : 0);
        break;
    case CALL_TYPES:
    case CALL_NOTHING:
        break;
    }
}

void call_before(const struct hook_call *call, struct call_passage *passage) {
    const struct call_form *form = &row_forms[call->row];
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    suspect_forget(call);
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++)
        see_before(&form->clauses[i], call, passage, i);
    pair(passage);
    hook_leave(&guard);
}

/* It may stand behind the array, whose bytes it tells. */
static uintptr_t find_schema(const struct call_form *form, const struct hook_call *call) {
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        const struct call_clause *clause = &form->clauses[i];
        uintptr_t place =
            clause->verb == CALL_GIVES && clause->kind == KIND_SCHEMA ? place_of(call, clause) : 0;
        if (place && !handover_is_released(KIND_SCHEMA, place))
            return place;
    }
    return 0;
}

void call_after(const struct hook_call *call, struct call_passage *passage) {
    const struct call_form *form = &row_forms[call->row];
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    bool success = call_succeeded(call);
    suspect_forget(call);
    if (success && !passage->schema)
        passage->schema = find_schema(form, call);
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++)
        see_after(&form->clauses[i], call, passage, i, success);
    if (passage->gave)
        pair(passage);
    hook_leave(&guard);
}

uintptr_t call_forward(const struct hook_call *call) {
    return words_forward(call->real, call->arguments);
}

static void run_effect(struct hook_call *call) {
    struct hook_guard guard;
    call->result = call_forward(call);
    if (!hook_enter(&guard))
        return;
    row_forms[call->row].effect(call);
    hook_leave(&guard);
}

/* Nothing stood where the call wrote. */
static void see_all_after(const struct hook_call *call, const uintptr_t *before) {
    const struct call_form *form = &row_forms[call->row];
    struct call_passage passage = {0};
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        passage.places[i] = place_of(call, &form->clauses[i]);
        passage.releases[i] = before[i];
    }
    call_after(call, &passage);
}

/* A schema that the program does not want is asked for all the same: it sizes the array. */
static void run_with_schema(struct hook_call *call, unsigned argument) {
    struct call_passage passage = {0};
    struct ArrowSchema schema = {0};
    struct hook_guard guard;
    call_before(call, &passage);
    call->arguments[argument - 1] = (uintptr_t)&schema;
    call->result = call_forward(call);
    call->arguments[argument - 1] = 0;
    passage.schema = schema.release ? (uintptr_t)&schema : 0;
    call_after(call, &passage);
    if (!hook_enter(&guard)) {
        if (schema.release)
            schema.release(&schema);
        return;
    }
    bridge_exported(array_of(&passage), &schema, passage_site(&passage, call));
    hook_leave(&guard);
}

static void run_clauses(struct hook_call *call) {
    unsigned unwanted = bridge_unwanted(call);
    if (UNLIKELY(unwanted > 0)) {
        run_with_schema(call, unwanted);
        return;
    }
    uintptr_t before[CALL_MAX_CLAUSES];
    if (quick_before(call, before)) {
        call->result = call_forward(call);
        if (!quick_after(call))
            see_all_after(call, before);
        return;
    }
    struct call_passage passage = {0};
    call_before(call, &passage);
    call->result = call_forward(call);
    if (!quick_begin(call, &passage))
        call_after(call, &passage);
}

/* A manager's function calls its driver's of the same name, whose struct it may put inside its own:
 * only one of them may be wrapped. Frames are told apart by 32 bits, in units of their alignment;
 * one that was left by a jump lies below whoever comes next. */
static void run_outermost(struct hook_call *call) {
    uint32_t frame = (uint32_t)((uintptr_t)__builtin_frame_address(0) >> 4);
    uint32_t outer = thread_self.outermost;
    if (outer && (int32_t)(frame - outer) < 0) {
        call->result = call_forward(call);
        return;
    }
    thread_self.outermost = frame;
    run_clauses(call);
    thread_self.outermost = 0;
}

uintptr_t call_run(struct hook_call *call, uintptr_t real) {
    const struct call_form *form = &row_forms[call->row];
    call->real = real;
    desk_count_call(call->row);
    if (form->around)
        return form->around(call);
    if (form->effect)
        run_effect(call);
    else if (form->outermost)
        run_outermost(call);
    else
        run_clauses(call);
    return call->result;
}
