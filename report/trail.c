/* trail: a few places, chosen by frame and return address; a newer stack takes an older one's. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/trail.h"

#include "report/module.h"
#include "report/unwind.h"

#define MOST_FRAMES 64
/* What is learnt so often in a row is not known again. */
#define MOST_LEARNT 16

static struct trail_mark *place_of(struct trail *trail, const uintptr_t *frame) {
    uintptr_t mixed = ((uintptr_t)frame >> 4) ^ frame[1] * 0x9e3779b97f4a7c15u >> 32;
    return &trail->marks[mixed % TRAIL_MARKS];
}

struct trail_mark *trail_find(struct trail *trail, const uintptr_t *frame) {
    struct trail_mark *mark = place_of(trail, frame);
    bool is_it = mark->frame == frame && (mark->n_pairs | mark->n_words) &&
                 mark->n_unloads == module_unloads() && (mark->is_near || peek_is_quick()) &&
                 (!mark->n_pairs || peek_match_pairs(mark->pairs, mark->n_pairs) == 0) &&
                 (!mark->n_words || peek_match(mark->words, mark->n_words) == 0);
    return is_it ? mark : NULL;
}

/* The words up to the outermost frame of the stack; 0 when the path is another. */
static unsigned words_of(const struct unwind_path *path, stack_id stack) {
    unsigned n, i = 0, end = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    const struct module *self = module_self();
    for (unsigned k = 0; k < path->n_pcs && i < n; k++) {
        if (self && path->pcs[k] >= self->begin && path->pcs[k] < self->end)
            continue;
        if (frames[i++].pc != path->pcs[k])
            return 0;
        end = path->ends[k];
    }
    return i == n ? end : 0;
}

/* A return address comes before the frame pointer that lies below it. */
static void keep_words(struct trail_mark *mark, const struct peek_word *words, unsigned n) {
    unsigned n_pairs = 0, n_words = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct peek_word *word = &words[i];
        if (i + 1 == n || word[1].at + 1 != word->at) {
            mark->words[n_words++] = *word;
            continue;
        }
        mark->pairs[n_pairs++] =
            (struct peek_pair){.values = {word[1].value, word->value}, .at = word[1].at};
        i++;
    }
    for (; n_pairs % 4; n_pairs++)
        mark->pairs[n_pairs] = mark->pairs[0];
    for (; n_words % 4; n_words++)
        mark->words[n_words] = mark->words[0];
    mark->n_pairs = (uint16_t)n_pairs;
    mark->n_words = (uint16_t)n_words;
}

static bool are_near(const uintptr_t *frame, const struct peek_word *words, unsigned n) {
    bool are = peek_is_on_stack(frame);
    for (unsigned i = 0; i < n && are; i++)
        are = words[i].at >= frame && peek_is_on_stack(words[i].at);
    return are;
}

struct trail_mark *trail_learn(struct trail *trail, const uintptr_t *frame, stack_id stack) {
    struct trail_mark *mark = place_of(trail, frame);
    struct peek_word words[TRAIL_WORDS];
    uintptr_t pcs[MOST_FRAMES];
    unsigned ends[MOST_FRAMES];
    struct unwind_path path = {.words = words,
                               .pcs = pcs,
                               .ends = ends,
                               .most_words = TRAIL_WORDS,
                               .most_pcs = MOST_FRAMES};
    bool is_second = mark->frame == frame && mark->stack == stack;
    mark->n_learnt = is_second && mark->n_unloads == module_unloads() ? mark->n_learnt + 1 : 0;
    mark->frame = frame;
    mark->stack = stack;
    mark->n_pairs = mark->n_words = 0;
    mark->n_unloads = module_unloads();
    if (!stack || !is_second || mark->n_learnt > MOST_LEARNT || !stack_find_path(frame, &path))
        return NULL;
    unsigned n = words_of(&path, stack);
    if (n == 0)
        return NULL;
    keep_words(mark, words, n);
    mark->is_near = are_near(frame, words, n);
    mark->actor = stack_module_of_caller(stack);
    mark->note = NULL;
    mark->told_in = 0;
    return mark;
}
