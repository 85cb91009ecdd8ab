/* trail: a stack is known again while all that it was found through is as it was, and else not. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/trail.h"

#include <dlfcn.h>

#include "report/module.h"
#include "tests/unit/unit.h"

static struct trail trail;
static const void *stack_end;

static void *open_library(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void *resolve(const char *name) {
    return dlsym(RTLD_DEFAULT, name);
}

static int set_up(void **state) {
    stack_init(32, resolve, open_library);
    peek_trust_handler(true);
    peek_note_mask(true);
    return 0;
}

/* A function of ours that the program called: its frame, and what is remembered of it. */
__attribute__((noinline)) static struct trail_mark *hook(bool learns, stack_id *stack) {
    const uintptr_t *frame = __builtin_frame_address(0);
    *stack = stack_capture();
    return learns ? trail_learn(&trail, frame, *stack) : trail_find(&trail, frame);
}

__attribute__((noinline)) static struct trail_mark *deeper(bool learns, stack_id *stack) {
    volatile char room[256] = {0};
    struct trail_mark *mark = hook(learns, stack);
    return room[0] ? NULL : mark;
}

__attribute__((noinline)) static struct trail_mark *visit(bool learns, stack_id *stack) {
    struct trail_mark *mark = hook(learns, stack);
    __asm__ volatile("" ::: "memory");
    return mark;
}

/* Rounds are counted so that each is the same call: the loops must not be unrolled. */
static void it_is_known_again(void **state) {
    stack_id first, again;
    memset(&trail, 0, sizeof(trail));
    for (volatile int round = 0; round < 4; round++) {
        struct trail_mark *mark = visit(round < 2, round ? &again : &first);
        assert_int_equal(mark != NULL, round > 0);
        if (mark)
            assert_int_equal(mark->stack, again);
    }
    assert_int_equal(first, again);
}

static bool leads_on(const uintptr_t *at, uintptr_t value) {
    bool is_frame = value > (uintptr_t)at && value - (uintptr_t)at < 1 << 20;
    return is_frame || module_of(value) >= 0;
}

/* Where a function keeps something else in the register, that is no part of the way. */
static void only_addresses_lead_on(void **state) {
    stack_id stack;
    memset(&trail, 0, sizeof(trail));
    for (volatile int round = 0; round < 2; round++) {
        const struct trail_mark *mark = visit(true, &stack);
        for (unsigned i = 0; mark && i < mark->n_pairs; i++) {
            const struct peek_pair *pair = &mark->pairs[i];
            assert_true(leads_on(pair->at, pair->values[0]));
            assert_true(leads_on(pair->at + 1, pair->values[1]));
        }
        for (unsigned i = 0; mark && i < mark->n_words; i++)
            assert_true(leads_on(mark->words[i].at, mark->words[i].value));
        assert_int_equal(mark != NULL, round > 0);
    }
}

static void what_is_never_found_is_learnt_no_more(void **state) {
    stack_id stack;
    memset(&trail, 0, sizeof(trail));
    struct trail_mark *mark = NULL;
    for (volatile int round = 0; round < 64; round++)
        mark = visit(true, &stack);
    assert_null(mark);
}

static void another_word_is_another_stack(void **state) {
    stack_id stack;
    memset(&trail, 0, sizeof(trail));
    for (volatile int round = 0; round < 4; round++) {
        struct trail_mark *mark = visit(round < 2, &stack);
        assert_int_equal(mark != NULL, round == 1 || round == 2);
        if (mark && mark->n_words)
            mark->words[mark->n_words - 1].value ^= round == 2;
        else if (mark)
            mark->pairs[mark->n_pairs - 1].values[1] ^= round == 2;
    }
}

static void another_frame_is_another_stack(void **state) {
    stack_id stack;
    memset(&trail, 0, sizeof(trail));
    for (volatile int round = 0; round < 3; round++) {
        struct trail_mark *mark = round < 2 ? visit(true, &stack) : deeper(false, &stack);
        assert_int_equal(mark != NULL, round == 1);
    }
}

static void nothing_is_known_once_a_module_went(void **state) {
    stack_id stack;
    memset(&trail, 0, sizeof(trail));
    for (volatile int round = 0; round < 4; round++) {
        struct trail_mark *mark = visit(round < 2, &stack);
        assert_int_equal(mark != NULL, round == 1 || round == 2);
        if (round == 2)
            module_note_unload();
    }
}

/* Who would read beyond a stack's end might read what is not there. */
static void without_a_handler_only_the_first_stack_is_read(void **state) {
    stack_id stack;
    const void *ends[] = {NULL, stack_end};
    peek_trust_handler(false);
    for (volatile int is_noted = 0; is_noted < 2; is_noted++) {
        peek_note_stack(ends[is_noted]);
        memset(&trail, 0, sizeof(trail));
        for (volatile int round = 0; round < 4; round++) {
            struct trail_mark *mark = visit(round < 2, &stack);
            assert_int_equal(mark != NULL, round == 1 || (round > 1 && is_noted));
        }
    }
    peek_note_stack(NULL);
    peek_trust_handler(true);
}

int main(int argc, char **argv) {
    stack_end = argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_known_again),
        cmocka_unit_test(only_addresses_lead_on),
        cmocka_unit_test(what_is_never_found_is_learnt_no_more),
        cmocka_unit_test(another_word_is_another_stack),
        cmocka_unit_test(another_frame_is_another_stack),
        cmocka_unit_test(nothing_is_known_once_a_module_went),
        cmocka_unit_test(without_a_handler_only_the_first_stack_is_read),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
