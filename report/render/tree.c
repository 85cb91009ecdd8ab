/* tree: several processes as one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/tree.h"

#include "report/base/hash.h"
#include "report/render/facts.h"
#include "report/render/member.h"
#include "report/render/program.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NAMES 6

/* What makes two findings of different processes one. */
struct same {
    uint64_t key;
    struct finding *first;
    UT_hash_handle hh;
};

void tree_add(struct tree *tree, struct process *process) {
    STORE_ADD(tree->processes, tree->n_processes) = process;
}

static void add_unwatched(struct tree *tree, const char *file) {
    char path[PATH_MAX];
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t n = fd >= 0 ? read(fd, path, sizeof path - 1) : -1;
    path[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        close(fd);
    struct program program;
    program_find(&program, path);
    if (program.unwatched)
        STORE_ADD(tree->unwatched, tree->n_unwatched) =
            store_format("%s, and was not watched", program.unwatched);
}

bool tree_add_note(struct tree *tree, const char *folder, const char *name) {
    const char *dot = strrchr(name, '.');
    bool is_unkept = dot && !strcmp(dot, SPOOL_UNKEPT);
    bool is_unwatched = dot && !strcmp(dot, SPOOL_UNWATCHED);
    tree->n_unkept += is_unkept;
    if (is_unwatched)
        add_unwatched(tree, store_format("%s/%s", folder, name));
    return is_unkept || is_unwatched;
}

json_t *tree_limits(const struct tree *tree) {
    json_t *all = json_object(), *list = json_array(), *limit;
    const char *name;
    size_t k;
    for (size_t i = 0; i < tree->n_processes; i++)
        json_array_foreach(process_limits(tree->processes[i]), k, limit)
            json_object_set(all, json_string_value(limit), limit);
    json_object_foreach(all, name, limit) json_array_append(list, limit);
    json_decref(all);
    for (size_t i = 0; i < tree->n_unwatched; i++)
        json_array_append_new(list, json_string(tree->unwatched[i]));
    return list;
}

static int by_start(const void *a, const void *b) {
    const struct process *x = *(struct process *const *)a, *y = *(struct process *const *)b;
    const char *x_started = member_text(x->header, "started");
    const char *y_started = member_text(y->header, "started");
    int order = strcmp(x_started ? x_started : "", y_started ? y_started : "");
    if (!order)
        order = x->pid < y->pid ? -1 : x->pid > y->pid;
    return order ? order : strcmp(x->file, y->file);
}

/* A pid comes again after exec, and when there were many processes. */
static void name_processes(const struct tree *tree) {
    int64_t n_events = 0;
    for (size_t i = 0; i < tree->n_processes; i++) {
        struct process *process = tree->processes[i];
        unsigned n = 1;
        for (size_t k = 0; k < i; k++)
            n += tree->processes[k]->pid == process->pid;
        process->is_one_of_many = tree->n_processes > 1;
        process->n_before = n_events;
        n_events += facts_last_seq(process);
        if (n > 1)
            process->name = store_format("%lld-%u", (long long)process->pid, n);
    }
}

static uint64_t add_text(uint64_t key, const char *text) {
    return hash_add(key, text, strlen(text) + 1);
}

/* Where libraries lie differs from process to process, what lies where in them does not. */
static uint64_t add_stack(uint64_t key, const struct process *process, int id) {
    const struct stack *stack = facts_stack(process, id);
    for (size_t i = 0; stack && i < stack->n_frames; i++) {
        const struct frame *frame = &stack->frames[i];
        key = add_text(key, frame->function ? frame->function : "");
        key = add_text(key, frame->file ? frame->file : "");
        key = add_text(key, frame->module ? frame->module->path : "");
        key = hash_add(key, &frame->line, sizeof frame->line);
        if (frame->module)
            key = hash_add(key, &frame->offset, sizeof frame->offset);
    }
    return add_text(key, "end");
}

static uint64_t key_of(const struct finding *finding) {
    uint64_t key = add_text(HASH_NONE, finding->check->slug);
    key = hash_add(key, &finding->severity, sizeof finding->severity);
    facts_begin();
    key = add_stack(key, finding->process, finding->stacks[STACK_NOW]);
    key = add_stack(key, finding->process, finding->stacks[STACK_BEFORE]);
    if (finding->is_group || !finding->stacks[STACK_NOW])
        key = add_stack(key, finding->process, finding->stacks[STACK_ORIGIN]);
    facts_end();
    if (!finding->stacks[STACK_NOW] && !finding->stacks[STACK_ORIGIN])
        key = add_text(key, finding->message);
    return key;
}

static void join(struct finding *first, const struct finding *other) {
    first->count += other->count;
    first->live += other->live;
    first->made += other->made;
    first->bytes += other->bytes;
    for (size_t i = 0; i < sizeof other->kinds / sizeof *other->kinds && other->kinds[i].word; i++)
        process_count_kind(first, other->kinds[i].word, other->kinds[i].count);
    bool is_known = first->n_others && first->others[first->n_others - 1] == other->process;
    if (!is_known)
        STORE_ADD(first->others, first->n_others) = other->process;
}

static void add_finding(struct tree *tree, struct same **all, struct finding *finding) {
    struct same *same = NULL;
    uint64_t key = tree->n_processes > 1 ? key_of(finding) : 0;
    if (tree->n_processes > 1)
        HASH_FIND(hh, *all, &key, sizeof key, same);
    if (same && same->first->process != finding->process) {
        join(same->first, finding);
        return;
    }
    STORE_ADD(tree->findings, tree->n_findings) = finding;
    finding->number = tree->n_processes > 1 ? (int64_t)tree->n_findings : finding->id;
    if (tree->n_processes > 1 && !same) {
        same = store_new(sizeof *same);
        *same = (struct same){.key = key, .first = finding};
        HASH_ADD(hh, *all, key, sizeof same->key, same);
    }
}

void tree_settle(struct tree *tree) {
    struct same *all = NULL;
    if (tree->n_processes > 1)
        qsort(tree->processes, tree->n_processes, sizeof *tree->processes, by_start);
    name_processes(tree);
    for (size_t i = 0; i < tree->n_processes; i++)
        for (size_t k = 0; k < tree->processes[i]->n_findings; k++)
            add_finding(tree, &all, tree->processes[i]->findings[k]);
    HASH_CLEAR(hh, all);
}

int64_t tree_activity(const struct tree *tree, const char *name) {
    int64_t sum = -1;
    for (size_t i = 0; i < tree->n_processes; i++) {
        int64_t n = process_activity(tree->processes[i], name);
        if (n >= 0)
            sum = (sum < 0 ? 0 : sum) + n;
    }
    return sum;
}

bool tree_lacks_end(const struct process *process) {
    return !process->end && !process->n_dropped;
}

const char *tree_person(const struct process *process) {
    struct sheet sheet = {0};
    sheet_add_foreign(&sheet, *process->exe_name ? process->exe_name : "a process");
    sheet_format(&sheet, " (pid %s)", process->name);
    return sheet.data;
}

const char *tree_names_of(const struct finding *finding) {
    struct sheet sheet = {0};
    sheet_add(&sheet, finding->process->name);
    for (size_t i = 0; i < finding->n_others && i + 1 < MOST_NAMES; i++)
        sheet_format(&sheet, ", %s", finding->others[i]->name);
    if (finding->n_others >= MOST_NAMES)
        sheet_format(&sheet, " and %zu more", finding->n_others + 1 - MOST_NAMES);
    return sheet.data;
}
