/* alike: compares check and stacks; by lines, and by addresses where no line is known. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/alike.h"

#include "report/render/sheet.h"
#include "report/render/trace.h"

#include <string.h>

/* Of the findings those that others are compared with: more are no longer read one by one. */
#define MOST_COMPARED 256
#define MOST_NAMED    4 /* objects of a group */

static bool is_equal_text(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_equal_spot(const struct spot *a, const struct spot *b) {
    if (!is_equal_text(a->function, b->function) || a->module != b->module)
        return false;
    if (!a->line || !b->line)
        return a->line == b->line && a->offset == b->offset;
    return a->line == b->line && a->column == b->column && is_equal_text(a->file, b->file);
}

static bool is_equal_stack(const struct process *process, int a, int b) {
    if (a == b)
        return true;
    const struct stack *x = a && b ? facts_stack(process, a) : NULL;
    const struct stack *y = x ? facts_stack(process, b) : NULL;
    if (!y || x->n_frames != y->n_frames)
        return false;
    const struct trace *first = trace_of(process, a), *other = trace_of(process, b);
    bool is_equal = first->n == other->n && first->is_truncated == other->is_truncated;
    for (size_t i = 0; i < first->n && is_equal; i++)
        is_equal = is_equal_spot(&first->spots[i], &other->spots[i]);
    return is_equal;
}

/* A group tells of what was made: its own stack is that of its origin. */
static bool are_alike(const struct finding *a, const struct finding *b) {
    bool may_be = a->process == b->process && a->check == b->check && a->severity == b->severity &&
                  a->is_group == b->is_group && is_equal_text(a->who, b->who) &&
                  is_equal_text(a->certainty, b->certainty) &&
                  is_equal_text(a->kinds[0].word, b->kinds[0].word) && !a->n_others && !b->n_others;
    for (int i = 0; i < FINDING_STACKS && may_be; i++)
        may_be = is_equal_stack(a->process, a->stacks[i], b->stacks[i]);
    return may_be && (a->stacks[STACK_NOW] || a->stacks[STACK_ORIGIN]);
}

/* "array#67 never released, 79 B" of the first becomes "3 arrays never released, 237 B". */
static const char *message_of(const struct finding *group) {
    struct sheet message = {0};
    const char *word = group->kinds[0].word, *does = strstr(group->message, " never ");
    if (!does || !word)
        return group->message;
    bool is_of_device = !strncmp(word, "dev", 3);
    sheet_add_count(&message, (uint64_t)group->live);
    sheet_format(&message, " %s%ss%.*s", is_of_device ? "device " : "", word + 3 * is_of_device,
                 (int)strcspn(does, ","), does);
    if (group->bytes > 0) {
        sheet_add(&message, ", ");
        sheet_add_bytes(&message, (uint64_t)group->bytes);
    }
    return message.data;
}

/* As many as a finding names; of more the first and the last. */
static void join_objects(struct finding *first, const struct finding *other) {
    const char **objects = NULL;
    size_t n = 0;
    for (size_t i = 0; i < first->n_objects; i++)
        STORE_ADD(objects, n) = first->objects[i];
    for (size_t i = 0; i < other->n_objects && n < MOST_NAMED; i++)
        STORE_ADD(objects, n) = other->objects[i];
    if (first->live > MOST_NAMED && n && other->n_objects)
        first->note = store_format("%s to %s", objects[0], other->objects[other->n_objects - 1]);
    first->objects = objects;
    first->n_objects = n;
}

static void join(struct finding *first, const struct finding *other) {
    first->count += other->count;
    if (other->last_us > first->last_us)
        first->last_us = other->last_us;
    for (size_t i = 0; i < sizeof other->kinds / sizeof *other->kinds && other->kinds[i].word; i++)
        process_count_kind(first, other->kinds[i].word, other->kinds[i].count);
    if (!first->is_group)
        return;
    first->live += other->live;
    first->made += other->made;
    first->bytes += other->bytes;
    first->message = message_of(first);
    join_objects(first, other);
    if (!strncmp(first->trend, "once", 4))
        first->trend = store_format("once at each of %lld calls", (long long)first->count);
}

void alike_join(struct tree *tree) {
    size_t n = 0;
    for (size_t i = 0; i < tree->n_findings; i++) {
        struct finding *finding = tree->findings[i];
        size_t k = 0;
        size_t most = n < MOST_COMPARED ? n : MOST_COMPARED;
        while (k < most && !are_alike(tree->findings[k], finding))
            k++;
        if (k < most)
            join(tree->findings[k], finding);
        else
            tree->findings[n++] = finding;
    }
    tree->n_findings = n;
}
