/* process: one process as its record tells it (report/record.h has the lines). Nothing is named or
 * judged here.
 *
 * What a record leaves out is 0, NULL, or -1 where 0 has a meaning. Everything lives to the end. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PROCESS_H
#define RENDER_PROCESS_H

#include "report/render/catalogue.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

struct module {
    int id; /* -1: not in the record */
    const char *path, *name, *build_id, *base;
    bool is_unloaded;    /* gone before the end */
    bool is_system;      /* ours, libc, the C++ runtime, libffi, the interpreter */
    struct image *image; /* names.c's */
    UT_hash_handle hh;
};

/** As recorded: a native frame, or a Python one when function is set. */
struct frame {
    const struct module *module; /* NULL when no module holds it: offset is the address */
    uint64_t offset;
    bool is_exact; /* offset is the instruction itself, not a return address */
    const char *file, *function;
    int line;
};

struct stack {
    int id;
    const char *hash;
    bool is_truncated;
    size_t n_frames;
    struct frame *frames;
    struct trace *trace; /* trace.c's: the frames with names, NULL until asked for */
    UT_hash_handle hh;
};

struct object {
    const char *id, *kind, *type, *device, *parent, *producer, *consumer, *state;
    int64_t length, bytes_host, bytes_device; /* length: -1 for none */
    int origin;                               /* stack */
    json_t *json;                             /* the line: addresses, release */
    bool is_in_finding;
    UT_hash_handle hh;
};

struct event {
    int64_t seq, t_us, tid, bytes; /* bytes: -1 for none */
    const char *thread, *kind, *object, *actor, *owner_after, *note;
    int stack;
    UT_hash_handle hh;
};

#define FINDING_STACKS 3
enum { STACK_NOW, STACK_BEFORE, STACK_ORIGIN };

struct finding {
    int64_t id, t_us, last_us, tid, count;
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
    UT_hash_handle hh;
};

struct process {
    const char *file;                 /* what complaints call the record */
    json_t *header, *end;             /* NULL when the record has none */
    int64_t pid;                      /* 0 when not known */
    const char *exe, *exe_name, *cwd; /* "" when not known */
    size_t n_events, n_findings;
    struct event **events;     /* as they stand in the record */
    struct finding **findings; /* likewise */
    struct module *modules;    /* by id; a hash table, as are the next ones */
    struct stack *stacks;
    struct object *objects;
    struct event *events_by_seq;
    struct finding *findings_by_id;
    unsigned n_bad; /* lines that could not be used */
};

/** Something is wrong with a record: what, where, what was expected. */
typedef void (*process_complain)(const char *complaint);

/**
 * Read a record; lines that cannot be used are complained about and left out.
 *
 * @fd    a file, whose offset is neither used nor moved, or a pipe
 * @file  name for complaints
 * @return NULL, after a complaint, when it cannot be read or nothing in it is a record's line
 */
struct process *process_read(int fd, const char *file, process_complain complain);

const struct module *process_module(const struct process *process, int id);
/** NULL for 0 and for ids that the record does not have, as with the others. */
struct stack *process_stack(const struct process *process, int id);
struct object *process_object(const struct process *process, const char *id);
const struct event *process_event(const struct process *process, int64_t seq);

/** Number in the end line's activity; -1 when it does not say. */
int64_t process_activity(const struct process *process, const char *name);

/** An option from the header as text in storage, NULL when the header lacks it. */
const char *process_option(const struct process *process, const char *name, char storage[32]);

#endif
