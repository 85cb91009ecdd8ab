/* record: what the process saw, one JSON object a line, for arrowdev-check to render. Facts and
 * ids, no names.
 *
 * Lines (a reader skips kinds and members it does not know; the last of an id wins; account.h too):
 *
 *   {"k":"header","version":1,"tool":"0.1.0","run_id":"HEX","pid":,"ppid":,"parent":PID|null,
 *    "exe":,"argv":[],"cwd":,"started":"2026-01-31T12:00:00Z","options":{NAME:VALUE},
 *    "options_from":{NAME:"default|env|FILE:LINE"},
 *    "environment":{"os":,"kernel":,"libc":,"python":,"unwinder":},"spec":{...}}
 *   {"k":"module","id":,"path":,"build_id":|null,"base":"0x..","unloaded":bool,"system":bool}
 *        one that is unloaded has "unloaded_at":SEQ besides, the last event before that was noticed
 *   {"k":"stack","id":,"hash":"HEX","truncated":bool,
 *    "frames":[[MODULE,OFFSET,EXACT?],["FILE","FUNCTION",LINE],..]}
 *        a native frame's module is -1 and its offset the address when no module holds it; OFFSET
 *        is a return address less the module's base unless EXACT is 1
 *   {"k":"object","id":"array#17","kind":"ArrowArray","type":|null,"length":|null,"bytes_host":,
 *    "bytes_device":,"device":"cpu","parent":|null,"producer":|null,"consumer":|null,"state":,
 *    "origin":STACK|0,"release":[MODULE,OFFSET],"addresses":[["0x..",FROM_SEQ,TO_SEQ|null],..]}
 *   {"k":"event","seq":,"t_us":,"tid":,"thread":|null,"kind":,"object":,"actor":|null,
 *    "owner_after":|null,"stack":,"bytes":|null,"note":|null}
 *        on a device "stream":"stream#3"|null,"sync_event":"event#9"|null; "stream_name":|null,
 *        "stream_origin":STACK|0 with a stream
 *   {"k":"finding","id":,"check":,"severity":,"certainty":,"blame":,"who":,"t_us":,"tid":,
 *    "message":,"note":,"objects":[],"events":[SEQ..],"now":STACK,"before":STACK,"origin":STACK,
 *    "callback":["release",MODULE,OFFSET]|["release","FILE","FUNCTION",LINE]|null}
 *        a leak group has "group":{"live":,"made":,"bytes":,"trend":,"samples":[]} besides; samples
 *        are how many lived when 1, 2, 4, .. were made, then at the end
 *   {"k":"count","finding":ID,"count":,"t_us":LAST,"kinds":{"array":,..}}
 *   {"k":"snapshot","t_us":,"signal":NUMBER,"live":,"new":,"bytes":,"errors":,"warnings":}
 *        it goes on; the objects that are alive stand before it, the first 1000 of them
 *   {"k":"end","t_us":,"exit":{"how":,"app_status":|null,"signal":NUMBER|null},
 *    "activity":{..as in report.schema.json..},"budget":{"mapped":,"used":,"refused":},"dropped":}
 *
 * Until the end it is kept in our own memory (spool.h), with record_dir in a file there whose
 * device and inode are compared before each write: a host that closed it never gets our bytes in
 * its own file. A line that cannot be kept is dropped whole and counted; the process goes on.
 * Locks: LOCK_RECORD, before LOCK_MEMORY only. Fork: a child begins one at its first structure.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include "report/base/options.h"
#include "report/base/text.h"
#include "report/coverage.h"
#include "report/finding.h"

/** Keep the options; opens nothing. Options and both JSON texts (objects of NAME: VALUE) live for
 * ever. */
void record_init(const struct report_options *options, const char *options_json,
                 const char *options_from_json);

/** The options kept, NULL before. */
const struct report_options *record_options(void);

/** How many functions are watched, and the device runtimes in 255 bytes: for the first line. */
void record_note_hooks(unsigned n_hooks, const char *runtimes);

/** At the first structure or finding: the header, and the first line. Again it is cheap. */
void record_begin(void);

/** One object as the record's line wants it; strings may be NULL where the line says |null. */
struct record_object {
    const char *id, *name, *kind, *type, *device, *parent, *producer, *consumer, *state;
    int64_t length; /* -1: null */
    uint64_t bytes_host, bytes_device;
    stack_id origin;
    uintptr_t release;  /* the producer's own release function */
    int release_module; /* that it lies in, or lay in before it was unloaded; -1 for none */
    unsigned n_addresses;
    struct {
        uintptr_t address;
        uint64_t from_seq, to_seq; /* to_seq 0: still there */
    } addresses[8];
};

struct record_event {
    uint64_t seq, time_ns;
    uint32_t tid;
    const char *kind, *object, *actor, *owner_after, *note; /* the last three may be NULL */
    const char *stream, *sync_event; /* both NULL but for what happened on a device */
    const char *stream_name;         /* the program's own, or which default one; or NULL */
    stack_id stream_origin;          /* where it was made; 0: not known */
    stack_id stack;
    int64_t bytes; /* -1: null */
};

/** What was seen, for the last line and activity. */
struct record_activity {
    uint64_t structs_seen, arrays_seen, schemas_seen, streams_seen, moves, releases, events_dropped,
        device_calls;
    unsigned n_hooks;
    const struct record_hook {
        const char *symbol, *state; /* "active", "not-present", "bypassed", "late" */
        uint64_t calls;
    } * hooks;
    unsigned n_limits;
    const char *const *limits;
    const struct coverage *isolated; /* NULL: none was to be */
};

void record_object(const struct record_object *object);
/** A module that a finding names though no stack does. */
void record_module(int id);
void record_event(const struct record_event *event);
void record_finding(uint32_t id, const struct finding *finding);

/** A stack that something else than a line of the record speaks of (live.h). */
void record_stack(stack_id id);
void record_count(uint32_t id, uint64_t count, uint64_t last_ns, const struct finding_kinds *kinds);

/** "consumer", "last holder", "none", ... */
const char *record_blame_name(enum blame blame);

/** How a process ended. */
struct record_exit {
    const char *how; /* exit _exit quick_exit exec signal abort */
    int status;      /* the application's, -1 for none */
    int signal;      /* 0 for none */
};

/**
 * The end: write the last line, then render: by arrowdev-check, else in the process (fallback.h).
 * Again when the process went on after all (a failed exec): only if there is something new.
 *
 * @counts out  what the verdict stands on after suppressions, or finding_counts() when nothing
 * rendered
 * @return true when something was rendered or printed
 */
bool record_end(const struct record_exit *how, const struct record_activity *activity,
                struct finding_counts *counts);

/** There is something new to render. */
void record_note_fact(void);

/** True once record_begin() has run in this process: something to report may exist. */
bool record_is_begun(void);

/** Its record is a file of record_dir: who set that speaks, and sees to the exit status. */
bool record_is_elsewhere(void);

/** One line of ours to where reports go (stderr, duplicated by record_begin(); else fd 2). */
void record_say(const char *line);

/** Copy what was written to a file; false when there is nothing, or that failed. */
bool record_copy(int fd);

void record_fork_child(void);

#endif
