/* facts: what a process saw: objects, events and stacks, read from its record when they are asked
 * for, so that a record may be larger than memory.
 *
 * What is found between facts_begin() and facts_end() is gone after it, with all else that was made
 * in between (store.h); what is found outside stays. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FACTS_H
#define RENDER_FACTS_H

#include "report/render/lines.h"
#include "report/render/process.h"

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

struct place {
    const char *address;
    int64_t from_seq, to_seq; /* to_seq: -1 for still there */
};

struct object {
    const char *id, *name, *kind, *type, *device, *parent, *producer, *consumer, *state;
    int64_t length, bytes_host, bytes_device; /* length: -1 for none */
    int origin;                               /* stack */
    size_t n_places;
    struct place *places;
    int release_module; /* the producer's release callback; -2 when the record doesn't say */
    uint64_t release_offset;
    UT_hash_handle hh;
};

struct event {
    int64_t seq, t_us, tid, bytes; /* bytes: -1 for none */
    const char *thread, *kind, *object, *actor, *owner_after, *note;
    const char *stream, *sync_event; /* NULL but for what happened on a device */
    const char *stream_name;         /* NULL: the program gave none */
    int stack, stream_origin;        /* the latter: where the stream was made; 0: not known */
    UT_hash_handle hh;
};

struct facts *facts_new(struct lines *lines);

/** A line of the record; NULL, or what was expected of it. Other kinds are none of ours. */
const char *facts_note(struct facts *facts, const json_t *json, const char *kind, uint64_t offset);

/** NULL for 0 and for ids that the record does not have, as with the others. */
struct stack *facts_stack(const struct process *process, int id);
struct object *facts_object(const struct process *process, const char *id);
const struct event *facts_event(const struct process *process, int64_t seq);

/** Each in turn, and gone after its turn: objects by their numbers, events as they happened. */
void facts_each_object(const struct process *process,
                       void (*take)(const struct object *object, void *context), void *context);
void facts_each_event(const struct process *process,
                      void (*take)(const struct event *event, void *context), void *context);

bool facts_has_stack(const struct process *process, int id);
size_t facts_n_objects(const struct process *process);
int64_t facts_last_seq(const struct process *process);

void facts_begin(void);
void facts_end(void);

#endif
