/* record: the lines of each kind. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/record.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/fallback.h"
#include "report/header.h"
#include "report/journal.h"
#include "report/line.h"
#include "report/live.h"
#include "report/module.h"
#include "report/renderer.h"
#include "report/spool.h"
#include "report/voice.h"

static const struct report_options *options;
static const char *options_json = "{}", *options_from_json = "{}";
/* What the first line says. */
#define WORDS_MOST 256
LOCK_DEFINE(hooks_lock, LOCK_RECORD)
static unsigned n_hooks;
static char runtimes[WORDS_MOST];
static bool is_elsewhere; /* in a file of record_dir */
static pid_t parent;      /* a process that had a record of its own, and forked us */
static _Atomic int state;
enum { NOT_BEGUN, BEGINNING, BEGUN };
static _Atomic uint64_t n_facts; /* lines of objects, events and findings */

void record_init(const struct report_options *given, const char *json, const char *from_json) {
    options = given;
    options_json = json ? json : "{}";
    options_from_json = from_json ? from_json : "{}";
}

const struct report_options *record_options(void) {
    return options;
}

void record_note_hooks(unsigned n, const char *words) {
    lock_acquire(&hooks_lock);
    struct text text = text_begin(runtimes, sizeof runtimes);
    n_hooks = n;
    text_add(&text, words);
    lock_release(&hooks_lock);
}

bool record_is_begun(void) {
    return atomic_load_explicit(&state, memory_order_acquire) == BEGUN;
}

bool record_is_elsewhere(void) {
    return is_elsewhere;
}

void record_say(const char *line) {
    voice_say(line);
}

static struct text *enter(void) {
    if (!record_is_begun())
        return NULL;
    atomic_fetch_add(&n_facts, 1);
    return journal_enter();
}

static const char *why_not(int error) {
    switch (error) {
    case ENOENT:
        return "there is no such folder";
    case ENOTDIR:
        return "it is no folder";
    case EACCES:
    case EPERM:
    case EROFS:
        return "it may not be written to";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "there is no room in it";
    default:
        return "no file could be made in it";
    }
}

/** A folder that takes no record is said once, and is as good as none. */
static void complain_of_folder(int error) {
    static bool is_said; /* a child of fork inherits it */
    char storage[512];
    struct text line = text_begin(storage, sizeof storage);
    if (is_said)
        return;
    is_said = true;
    text_add(&line, "arrowdev_check: option 'record_dir' names '");
    text_add(&line, options->record_dir);
    text_add(&line, "', but ");
    text_add(&line, why_not(error));
    text_add(&line, "; the report is made here");
    voice_say(storage);
}

static void say_hooks(void) {
    char words[WORDS_MOST];
    lock_acquire(&hooks_lock);
    unsigned n = n_hooks;
    memcpy(words, runtimes, sizeof words);
    lock_release(&hooks_lock);
    voice_begin(options, n, words, !is_elsewhere);
}

static void begin(void) {
    const struct header header = {parent, options_json, options_from_json};
    struct text *line = journal_enter();
    if (!line)
        return;
    atomic_fetch_add(&n_facts, 1);
    is_elsewhere = options->record_dir[0] && spool_begin(options->record_dir);
    int error = errno;
    if (!is_elsewhere)
        spool_begin("");
    live_begin(spool_path());
    header_write(line, &header);
    journal_next();
    if (is_elsewhere && !spool_has_first()) {
        is_elsewhere = false;
        error = spool_error();
        spool_give_up();
        header_write(line, &header);
    }
    journal_leave();
    say_hooks();
    if (options->record_dir[0] && !is_elsewhere)
        complain_of_folder(error);
}

void record_begin(void) {
    int expected = NOT_BEGUN;
    if (LIKELY(record_is_begun()) || !options)
        return;
    if (atomic_compare_exchange_strong(&state, &expected, BEGINNING)) {
        begin();
        atomic_store_explicit(&state, BEGUN, memory_order_release);
    }
    /* Another thread is at it: microseconds. */
    while (!record_is_begun())
        sched_yield();
}

static void add_addresses(struct text *line, const struct record_object *object) {
    line_name(line, "addresses");
    text_add(line, "[");
    for (unsigned i = 0; i < object->n_addresses && i < LENGTH(object->addresses); i++) {
        line_comma(line, i == 0);
        text_add(line, "[\"");
        text_add_hex(line, object->addresses[i].address);
        text_add(line, "\",");
        text_add_uint(line, object->addresses[i].from_seq);
        text_add(line, ",");
        if (object->addresses[i].to_seq)
            text_add_uint(line, object->addresses[i].to_seq);
        else
            text_add(line, "null");
        text_add(line, "]");
    }
    text_add(line, "]");
}

/** A member that is null where the number says so. */
static void number_or_null(struct text *line, const char *name, int64_t number) {
    line_name(line, name);
    if (number < 0)
        text_add(line, "null");
    else
        text_add_int(line, number);
}

/** MODULE,OFFSET */
static void add_code(struct text *line, uintptr_t code, int module) {
    text_add_int(line, module);
    text_add(line, ",");
    text_add_uint(line, code - (module >= 0 ? module_get(module)->base : 0));
}

void record_object(const struct record_object *object) {
    int module = object->release ? object->release_module : -1;
    struct text *line = enter();
    if (!line)
        return;
    journal_stack(object->origin);
    if (module >= 0)
        journal_module(module);
    line_begin(line, "object");
    line_text(line, "id", object->id);
    line_text(line, "kind", object->kind);
    if (object->name)
        line_text(line, "name", object->name);
    line_text(line, "type", object->type);
    number_or_null(line, "length", object->length);
    line_uint(line, "bytes_host", object->bytes_host);
    line_uint(line, "bytes_device", object->bytes_device);
    line_text(line, "device", object->device);
    line_text(line, "parent", object->parent);
    line_text(line, "producer", object->producer);
    line_text(line, "consumer", object->consumer);
    line_text(line, "state", object->state);
    line_uint(line, "origin", object->origin);
    line_name(line, "release");
    text_add(line, "[");
    add_code(line, object->release, module);
    text_add(line, "]");
    add_addresses(line, object);
    line_end(line);
    journal_leave();
}

void record_module(int id) {
    if (id < 0 || !enter())
        return;
    journal_module(id);
    journal_leave();
}

static bool read_name(uint32_t tid, char name[17]) {
    char storage[64];
    struct text path = text_begin(storage, sizeof storage);
    text_add(&path, "/proc/self/task/");
    text_add_uint(&path, tid);
    text_add(&path, "/comm");
    int fd = open(storage, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, name, 16) : -1;
    if (fd >= 0)
        close(fd);
    if (n > 0)
        name[n - 1] = '\0'; /* its newline */
    return n > 1;
}

/** What a person would call the thread; NULL when it only has the process's name. */
static const char *thread_name(uint32_t tid, char name[17]) {
    char of_process[17];
    uint32_t pid = (uint32_t)getpid();
    if (tid == pid)
        return "main";
    bool has_own =
        read_name(tid, name) && read_name(pid, of_process) && strcmp(name, of_process) != 0;
    return has_own ? name : NULL;
}

void record_event(const struct record_event *event) {
    char name[17];
    const char *thread = thread_name(event->tid, name);
    struct text *line = enter();
    if (!line)
        return;
    journal_stack(event->stack);
    journal_stack(event->stream_origin);
    line_begin(line, "event");
    line_uint(line, "seq", event->seq);
    line_uint(line, "t_us", event->time_ns / 1000);
    line_uint(line, "tid", event->tid);
    line_text(line, "thread", thread);
    line_text(line, "kind", event->kind);
    line_text(line, "object", event->object);
    line_text(line, "actor", event->actor);
    line_text(line, "owner_after", event->owner_after);
    line_uint(line, "stack", event->stack);
    number_or_null(line, "bytes", event->bytes);
    line_text(line, "note", event->note);
    if (event->stream || event->sync_event) {
        line_text(line, "stream", event->stream);
        line_text(line, "sync_event", event->sync_event);
    }
    if (event->stream) {
        line_text(line, "stream_name", event->stream_name);
        line_uint(line, "stream_origin", event->stream_origin);
    }
    line_end(line);
    journal_leave();
}

static const char *const certainties[] = {
    [CERTAINTY_OBSERVED] = "observed",
    [CERTAINTY_INFERRED] = "inferred",
    [CERTAINTY_LATENT] = "latent",
};

static const char *const blames[] = {
    [BLAME_PRODUCER] = "producer", [BLAME_CONSUMER] = "consumer",       [BLAME_BOTH] = "both",
    [BLAME_CALLER] = "caller",     [BLAME_LAST_HOLDER] = "last holder", [BLAME_NONE] = "none",
};

const char *record_blame_name(enum blame blame) {
    return blames[blame];
}

static void add_lists(struct text *line, const struct finding *finding) {
    line_name(line, "objects");
    text_add(line, "[");
    for (unsigned i = 0; i < finding->n_objects && i < FINDING_MAX_OBJECTS; i++) {
        line_comma(line, i == 0);
        text_add_json(line, finding->objects[i]);
    }
    text_add(line, "]");
    line_name(line, "events");
    text_add(line, "[");
    for (unsigned i = 0; i < finding->n_events && i < FINDING_MAX_EVENTS; i++) {
        line_comma(line, i == 0);
        text_add_uint(line, finding->events[i]);
    }
    text_add(line, "]");
}

/** [NAME,MODULE,OFFSET], or [NAME,FILE,FUNCTION,LINE] of one in Python */
static void add_callback(struct text *line, const struct finding *finding, int module,
                         const struct stack_frame *python) {
    line_name(line, "callback");
    if (!finding->callback) {
        text_add(line, "null");
        return;
    }
    text_add(line, "[");
    text_add_json(line, finding->callback);
    text_add(line, ",");
    if (python)
        line_python(line, python);
    else
        add_code(line, finding->callback_code, module);
    text_add(line, "]");
}

static void add_group(struct text *line, const struct finding *finding) {
    line_name(line, "group");
    text_add(line, "{\"live\":");
    text_add_uint(line, finding->group_live);
    line_uint(line, "made", finding->group_made);
    line_uint(line, "bytes", finding->group_bytes);
    line_text(line, "trend", finding->trend);
    line_name(line, "samples");
    for (unsigned i = 0; i < finding->n_group_samples; i++) {
        text_add(line, i ? "," : "[");
        text_add_uint(line, finding->group_samples[i]);
    }
    text_add(line, finding->n_group_samples ? "]}" : "[]}");
}

void record_finding(uint32_t id, const struct finding *finding) {
    int module = finding->callback ? module_of(finding->callback_code) : -1;
    struct stack_frame python;
    bool is_python =
        finding->callback && module < 0 && stack_find_closure(finding->callback_code, &python);
    struct text *line = enter();
    if (!line)
        return;
    journal_insist();
    journal_stack(finding->now);
    journal_stack(finding->before);
    journal_stack(finding->origin);
    if (module >= 0)
        journal_module(module);
    line_begin(line, "finding");
    line_uint(line, "id", id);
    line_text(line, "check", finding_checks[finding->check].slug);
    line_text(line, "severity", finding_severity_name(finding->severity));
    line_text(line, "certainty", certainties[finding->certainty]);
    line_text(line, "blame", blames[finding->blame]);
    line_text(line, "who", finding->who);
    line_uint(line, "t_us", finding->time_ns / 1000);
    line_uint(line, "tid", finding->tid);
    line_text(line, "message", finding->message);
    line_text(line, "note", finding->note);
    add_lists(line, finding);
    line_uint(line, "now", finding->now);
    line_uint(line, "before", finding->before);
    line_uint(line, "origin", finding->origin);
    add_callback(line, finding, module, is_python ? &python : NULL);
    if (finding->group_made > 0 || finding->group_live > 0)
        add_group(line, finding);
    line_end(line);
    journal_leave();
}

static void add_kinds(struct text *line, const struct finding_kinds *kinds) {
    line_name(line, "kinds");
    text_add(line, "{");
    for (unsigned i = 0; i < kinds->n; i++) {
        line_comma(line, i == 0);
        text_add_json(line, kinds->of[i].word);
        text_add(line, ":");
        text_add_uint(line, kinds->of[i].count);
    }
    text_add(line, "}");
}

/* The same few come again and again. */
static _Atomic stack_id known[256];

void record_stack(stack_id id) {
    _Atomic stack_id *place = &known[id % LENGTH(known)];
    struct text *line;
    if (atomic_load_explicit(place, memory_order_relaxed) == id || !record_is_begun() ||
        !(line = journal_enter()))
        return;
    journal_stack(id);
    journal_leave();
    atomic_store_explicit(place, id, memory_order_relaxed);
}

void record_count(uint32_t id, uint64_t count, uint64_t last_ns,
                  const struct finding_kinds *kinds) {
    struct text *line = record_is_begun() ? journal_enter() : NULL;
    if (!line)
        return;
    journal_insist();
    line_begin(line, "count");
    line_uint(line, "finding", id);
    line_uint(line, "count", count);
    line_uint(line, "t_us", last_ns / 1000);
    add_kinds(line, kinds);
    line_end(line);
    journal_leave();
}

static void add_exit(struct text *line, const struct record_exit *how) {
    line_name(line, "exit");
    text_add(line, "{\"how\":");
    text_add_json(line, how->how);
    number_or_null(line, "app_status", how->status);
    line_name(line, "signal");
    if (how->signal)
        text_add_int(line, how->signal);
    else
        text_add(line, "null");
    text_add(line, "}");
}

static void add_hooks(struct text *line, const struct record_activity *activity) {
    line_name(line, "hooks");
    text_add(line, "[");
    for (unsigned i = 0; i < activity->n_hooks && line->length < line->size * 3 / 4; i++) {
        line_comma(line, i == 0);
        text_add(line, "{\"symbol\":");
        text_add_json(line, activity->hooks[i].symbol);
        line_text(line, "state", activity->hooks[i].state);
        line_uint(line, "calls", activity->hooks[i].calls);
        text_add(line, "}");
    }
    text_add(line, "]");
}

static void add_limits(struct text *line, const struct record_activity *activity) {
    line_name(line, "limits");
    text_add(line, "[");
    for (unsigned i = 0; i < activity->n_limits; i++) {
        text_add(line, i ? "," : "");
        text_add_json(line, activity->limits[i]);
    }
    text_add(line, "]");
}

static void add_isolated(struct text *line, const struct coverage *isolated) {
    line_name(line, "isolated");
    text_add(line, "{\"mode\":");
    text_add_json(line, isolated->mode);
    line_uint(line, "arrays", isolated->arrays);
    line_uint(line, "bytes", isolated->bytes);
    line_name(line, "verified");
    for (unsigned i = 0; i < isolated->n_verified; i++) {
        text_add(line, i == 0 ? "[{\"producer\":" : ",{\"producer\":");
        text_add_json(line, isolated->verified[i].producer);
        line_uint(line, "arrays", isolated->verified[i].arrays);
        line_uint(line, "bytes", isolated->verified[i].bytes);
        text_add(line, "}");
    }
    text_add(line, isolated->n_verified ? "]" : "[]");
    line_name(line, "left_alone");
    for (unsigned i = 0; i < isolated->n_left; i++) {
        text_add(line, i == 0 ? "[{\"why\":" : ",{\"why\":");
        text_add_json(line, isolated->left[i].why);
        line_uint(line, "arrays", isolated->left[i].arrays);
        text_add(line, "}");
    }
    text_add(line, isolated->n_left ? "]}" : "[]}");
}

static void add_activity(struct text *line, const struct record_activity *activity) {
    line_name(line, "activity");
    text_add(line, "{\"active\":true");
    line_uint(line, "structs_seen", activity->structs_seen);
    line_uint(line, "arrays_seen", activity->arrays_seen);
    line_uint(line, "schemas_seen", activity->schemas_seen);
    line_uint(line, "streams_seen", activity->streams_seen);
    line_uint(line, "moves", activity->moves);
    line_uint(line, "releases", activity->releases);
    line_uint(line, "device_calls", activity->device_calls);
    line_uint(line, "events_dropped", activity->events_dropped + journal_dropped());
    line_uint(line, "stacks_truncated", stack_truncated());
    add_hooks(line, activity);
    if (activity->isolated)
        add_isolated(line, activity->isolated);
    add_limits(line, activity);
    text_add(line, "}");
}

static void write_end(const struct record_exit *how, const struct record_activity *activity) {
    struct memory_stats memory = memory_stats();
    struct text *line = journal_enter();
    if (!line)
        return;
    journal_insist();
    journal_unloaded_modules();
    line_begin(line, "end");
    line_uint(line, "t_us", thread_clock_ns() / 1000);
    add_exit(line, how);
    add_activity(line, activity);
    line_name(line, "budget");
    text_add(line, "{\"mapped\":");
    text_add_uint(line, memory.mapped);
    line_uint(line, "used", memory.used);
    line_uint(line, "refused", memory.refused);
    text_add(line, "}");
    line_uint(line, "dropped", journal_dropped());
    line_end(line);
    journal_leave();
}

void record_note_fact(void) {
    atomic_fetch_add(&n_facts, 1);
}

/** What was rendered last: a second end without anything new is no second report. */
static struct {
    uint64_t n_facts;
    struct finding_counts counts;
} rendered;

static bool render(const struct record_activity *activity, struct finding_counts *counts) {
    const char *complaint = renderer_run(options, counts);
    if (complaint)
        fallback_write(options, complaint, activity);
    rendered.n_facts = atomic_load(&n_facts);
    rendered.counts = *counts;
    return true;
}

bool record_end(const struct record_exit *how, const struct record_activity *activity,
                struct finding_counts *counts) {
    *counts = finding_counts();
    if (!record_is_begun())
        return false;
    module_refresh();
    finding_end();
    write_end(how, activity);
    if (is_elsewhere)
        return false;
    if (rendered.n_facts == atomic_load(&n_facts)) {
        *counts = rendered.counts;
        return false;
    }
    return render(activity, counts);
}

bool record_copy(int fd) {
    if (!record_is_begun())
        return false;
    finding_end();
    struct text *line = journal_enter();
    if (!line)
        return false;
    journal_unloaded_modules();
    bool done = spool_copy(fd);
    journal_leave();
    return done;
}

void record_fork_child(void) {
    if (record_is_begun())
        parent = getppid();
    journal_fork_child();
    live_fork_child();
    memset(known, 0, sizeof known);
    atomic_store(&n_facts, 0);
    rendered.n_facts = 0;
    atomic_store(&state, NOT_BEGUN);
}
