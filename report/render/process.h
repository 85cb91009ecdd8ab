/* process: one process as its record tells it (report/record.h has the lines). Nothing is named or
 * judged here. What it saw, its objects, events and stacks, is read when it is asked for: facts.h.
 *
 * What a record leaves out is 0, NULL, or -1 where 0 has a meaning. Everything here lives to the
 * end. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PROCESS_H
#define RENDER_PROCESS_H

#include "report/render/catalogue.h"
#include "report/render/store.h"

/* Its own would end without a word. */
#define uthash_fatal(message) store_fail()
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct module {
    int id; /* -1: not in the record */
    const char *path, *name, *build_id, *base;
    const struct process *process;
    bool is_unloaded;    /* gone before the end */
    int64_t unloaded_at; /* the last event before that was noticed, -1 when not known */
    bool is_system;      /* ours, libc, the C++ runtime, libffi, the interpreter */
    struct image *image; /* names.c's */
    int64_t number; /* numbers.c's: one more than the report's id for it, 0 before it has one */
    UT_hash_handle hh;
};

#define FINDING_STACKS 3
enum { STACK_NOW, STACK_BEFORE, STACK_ORIGIN };

struct finding {
    struct process *process;
    int64_t id, t_us, last_us, tid, count;
    struct {
        const char *word; /* "array" */
        int64_t count;
    } kinds[5];     /* what count was about, by kind; as many as have a word */
    int64_t number; /* its id among all processes' (tree.h) */
    const struct check *check;
    enum severity severity;
    const char *certainty, *blame, *who, *message, *note;
    size_t n_objects, n_events;
    const char **objects;
    int64_t *events;
    int stacks[FINDING_STACKS]; /* now, before, origin; 0 for none */
    bool is_group;              /* of structures never released */
    int64_t live, made, bytes;
    const char *trend;
    size_t n_samples;
    int64_t *samples;     /* how many lived when 1, 2, 4, .. were made, then at the end */
    const char *callback; /* the producer's that it is about, "get_next"; NULL for none */
    const struct module *callback_module;
    uint64_t callback_offset;
    const char *callback_file, *callback_function; /* of one in Python, NULL for others */
    int callback_line;                             /* of its first decorator */
    const struct suppression *suppressed_by;       /* suppress.h; NULL: it counts */
    size_t n_others; /* processes besides its own in which the same was found (tree.h) */
    struct process **others;
    UT_hash_handle hh;
};

struct process {
    const char *file;                  /* what complaints call the record */
    const char *name;                  /* the pid, or "4711-2" when it came twice; tree.h */
    bool is_one_of_many;               /* its ids stand behind its name: "4711:array#17" */
    json_t *header, *end;              /* NULL when the record has none */
    json_t *transfers, *transfer_sums; /* the same; the first is an array */
    size_t n_ends;                     /* lines of it: one more for each snapshot */
    size_t n_snapshots;                /* that a signal asked for (report_signal) */
    json_t *snapshot;                  /* the last one, NULL for none */
    int64_t pid;                       /* 0 when not known */
    int64_t n_dropped;                 /* lines of its record that could not be written; watch.c */
    int64_t n_seen;                   /* structures, of one that could not say so itself; watch.c */
    int64_t n_before;                 /* events of the processes before it; tree.h */
    const char *exe, *exe_name, *cwd; /* "" when not known */
    size_t n_findings;
    struct finding **findings; /* as they stand in the record */
    struct finding *findings_by_id;
    struct module *modules; /* by id; a hash table */
    struct facts *facts;
    struct reading *reading;
};

/** Something is wrong with a record: what, where, what was expected. */
typedef void (*process_complain)(const char *complaint);

/**
 * A record, of which nothing is read yet.
 *
 * @fd      a file, whose offset is neither used nor moved, or a pipe; the caller keeps it open
 * @path    where it can be opened again, NULL for nowhere
 * @file    name for complaints
 * @return  NULL, after a complaint, when it cannot be read
 */
struct process *process_open(int fd, const char *path, const char *file, process_complain complain);

/** Read what was added since; lines that cannot be used are complained about, with their place, and
 * left out. */
void process_more(struct process *process);

/** Nothing will be added: read the rest. False, after a complaint, when none of its lines was a
 * record's. */
bool process_rest(struct process *process);

const struct module *process_module(const struct process *process, int id);

/** So many more of a finding's count were about this kind of object. */
void process_count_kind(struct finding *finding, const char *word, int64_t count);

/** What an object is called among all processes: "array#17", "4711:array#17". */
const char *process_name_of(const struct process *process, const char *object);

/** Number in the end line's activity; -1 when it does not say. */
int64_t process_activity(const struct process *process, const char *name);

/** What the tool could not see or do in the process: an array of strings. */
const json_t *process_limits(const struct process *process);

/** An option from the header as text in storage, NULL when the header lacks it. */
const char *process_option(const struct process *process, const char *name, char storage[32]);

#endif
