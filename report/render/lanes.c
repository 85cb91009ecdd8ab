/* lanes: all that happened to one object, a lane for each thread. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/lanes.h"

#include "report/render/facts.h"
#include "report/render/filter.h"
#include "report/render/lane.h"
#include "report/render/owner.h"
#include "report/render/store.h"

#include <stdio.h>
#include <string.h>

#define AT_LANES   14 /* the column of the first lane */
#define LEAST_LANE 26
#define MOST_LANES ((SHEET_WIDTH - AT_LANES) / LEAST_LANE)

struct step {
    int64_t t_us;
    const char *thread, *text;
};

struct lanes {
    const struct process *process;
    const char *object;
    size_t n_steps, n_threads;
    struct step *steps;
    const char **threads;
};

/* What happened on a device is in its stream's lane. */
static const char *thread_of(const struct lanes *lanes, const struct event *event) {
    if (event->stream)
        return lane_heading(lanes->process, event);
    return event->thread && *event->thread ? event->thread
                                           : store_format("%lld", (long long)event->tid);
}

static void note_thread(struct lanes *lanes, const char *thread) {
    for (size_t i = 0; i < lanes->n_threads; i++)
        if (!strcmp(lanes->threads[i], thread))
            return;
    STORE_ADD(lanes->threads, lanes->n_threads) = store_string(thread);
}

static void take(const struct event *event, void *context) {
    struct lanes *lanes = context;
    if (!event->object || strcmp(event->object, lanes->object))
        return;
    const char *text = store_format("%s  %s", event->kind, owner_by_whom(lanes->process, event));
    if (event->sync_event)
        text = store_format("%s  %s", event->sync_event, text);
    if (event->owner_after)
        text = store_format("%s -> %s", text, owner_shorten(event->owner_after));
    bool before = store_keep_begin();
    note_thread(lanes, thread_of(lanes, event));
    STORE_ADD(lanes->steps, lanes->n_steps) =
        (struct step){.t_us = event->t_us,
                      .thread = store_string(thread_of(lanes, event)),
                      .text = store_string(text)};
    store_keep_end(before);
}

/* Threads beyond the last lane share it, each step with its thread's name. */
static size_t lane_of(const struct lanes *lanes, const char *thread) {
    size_t i = 0;
    while (i + 1 < lanes->n_threads && strcmp(lanes->threads[i], thread))
        i++;
    return i < MOST_LANES ? i : MOST_LANES - 1;
}

static size_t width_of(const struct lanes *lanes) {
    size_t n = lanes->n_threads < MOST_LANES ? lanes->n_threads : MOST_LANES;
    return (SHEET_WIDTH - AT_LANES) / (n ? n : 1);
}

static void heading(const struct lanes *lanes, struct sheet *sheet) {
    const struct object *object = facts_object(lanes->process, lanes->object);
    sheet_add(sheet, "lanes of ");
    sheet_add_path(sheet, process_name_of(lanes->process, lanes->object));
    if (object)
        sheet_add_path(sheet, store_format("  %s", object->kind));
    if (object && object->type) {
        sheet_add(sheet, "  ");
        sheet_add_cut(sheet, object->type, 64);
    }
    sheet_format(sheet, "  in %s\n\n", tree_person(lanes->process));
    sheet_add(sheet, "          ms");
    for (size_t i = 0; i < lanes->n_threads && i < MOST_LANES; i++) {
        sheet_tab(sheet, AT_LANES + i * width_of(lanes));
        if (i + 1 == MOST_LANES && lanes->n_threads > MOST_LANES)
            sheet_format(sheet, "%zu other threads", lanes->n_threads - MOST_LANES + 1);
        else
            sheet_add_cut(sheet, lanes->threads[i], width_of(lanes) - 2);
    }
    sheet_add(sheet, "\n");
}

static void row(const struct lanes *lanes, const struct step *step, struct sheet *sheet) {
    size_t lane = lane_of(lanes, step->thread);
    bool is_shared = lane + 1 == MOST_LANES && lanes->n_threads > MOST_LANES;
    struct sheet text = {0};
    if (is_shared)
        sheet_format(&text, "%s: ", step->thread);
    sheet_add(&text, step->text);
    sheet_format(sheet, "%8lld.%03d", (long long)(step->t_us / 1000), (int)(step->t_us % 1000));
    sheet_tab(sheet, AT_LANES + lane * width_of(lanes));
    sheet_add_cut(sheet, text.data, SHEET_WIDTH - sheet_column(sheet));
    sheet_add(sheet, "\n");
}

static bool one_process(const struct process *process, const char *object, struct sheet *sheet) {
    struct lanes lanes = {.process = process, .object = object};
    facts_each_event(process, take, &lanes);
    bool is_there = lanes.n_steps || facts_object(process, object);
    if (!is_there)
        return false;
    heading(&lanes, sheet);
    for (size_t i = 0; i < lanes.n_steps; i++)
        row(&lanes, &lanes.steps[i], sheet);
    sheet_add(sheet, lanes.n_steps ? "\n"
                                   : "   the record has none of its steps: events=all keeps those "
                                     "of objects without a finding\n\n");
    return true;
}

bool lanes_print(const struct tree *tree, const char *name, struct sheet *sheet) {
    const char *colon = strchr(name, ':'), *object = colon ? colon + 1 : name;
    bool is_found = false;
    for (size_t i = 0; i < tree->n_processes; i++)
        if (filter_is_object(tree->processes[i], object, name) &&
            one_process(tree->processes[i], object, sheet))
            is_found = true;
    return is_found;
}
