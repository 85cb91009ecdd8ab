/* process: one process as its record tells it. Turns lines into rows that know each other. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/process.h"

#include "report/render/facts.h"
#include "report/render/member.h"
#include "report/render/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A few say it all. */
#define MOST_COMPLAINTS 20

#define VERSION 1

/* The reading of a record. */
struct reading {
    struct process *process;
    process_complain complain;
    struct lines *lines;
    size_t n_good, n_bad; /* lines so far */
    const char
        *held[MOST_COMPLAINTS]; /* of a file of which nothing was good yet: it may be no record */
    const char *first_wrong;    /* "line 1: expected .." */
    struct line line;           /* the last one */
    json_t *json;               /* the line's */
};

static void complain_of(const struct reading *reading, const char *what) {
    char text[512];
    snprintf(text, sizeof text, "%s: %s", reading->process->file, what);
    reading->complain(text);
}

static void leave_out(struct reading *reading, const char *what) {
    unsigned long long number = reading->line.number, offset = reading->line.offset;
    if (!reading->first_wrong)
        reading->first_wrong = store_format("line %llu: %s", number, what);
    if (reading->n_bad++ >= MOST_COMPLAINTS)
        return;
    const char *text = store_format("%s:%llu: byte %llu: %s; this line is left out",
                                    reading->process->file, number, offset, what);
    if (reading->n_good)
        reading->complain(text);
    else
        reading->held[reading->n_bad - 1] = text;
}

/* It is a record after all. */
static void let_go(struct reading *reading) {
    for (size_t i = 0; i < MOST_COMPLAINTS && reading->held[i]; i++) {
        reading->complain(reading->held[i]);
        reading->held[i] = NULL;
    }
}

/* The last component of a path; paths of deleted files end in " (deleted)". */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void take_header(struct process *process, json_t *json) {
    json_decref(process->header);
    process->header = json_incref(json);
    process->pid = member_number(json, "pid", 0);
    process->exe = member_copy(json, "exe", "");
    process->exe_name = name_of(process->exe);
    process->cwd = member_copy(json, "cwd", "");
    process->name = store_format("%lld", (long long)process->pid);
}

/* What a later version calls as we do is taken for what we mean by it. */
static const char *read_header(struct reading *reading) {
    int64_t version = member_number(reading->json, "version", VERSION);
    if (version < VERSION)
        return "this record is of another version, expected \"version\":1";
    take_header(reading->process, reading->json);
    if (version > VERSION)
        complain_of(reading,
                    store_format("this record is of version %lld, later than ours, %d: what "
                                 "is new in it is left out",
                                 (long long)version, VERSION));
    return NULL;
}

static const char *read_module(struct reading *reading) {
    const char *path = member_text(reading->json, "path");
    int id = (int)member_number(reading->json, "id", -1);
    if (!path || id < 0)
        return "expected a module's \"id\" and \"path\"";
    struct module *module;
    HASH_FIND_INT(reading->process->modules, &id, module);
    if (!module) {
        module = store_new(sizeof *module);
        module->id = id;
        HASH_ADD_INT(reading->process->modules, id, module);
    }
    module->path = store_string(path);
    module->name = name_of(module->path);
    module->build_id = member_copy(reading->json, "build_id", "");
    module->base = member_copy(reading->json, "base", "0x0");
    module->is_unloaded = json_is_true(json_object_get(reading->json, "unloaded"));
    module->unloaded_at = member_number(reading->json, "unloaded_at", -1);
    module->process = reading->process;
    module->is_system = json_is_true(json_object_get(reading->json, "system"));
    return NULL;
}

static void read_lists(const json_t *json, struct finding *finding) {
    const json_t *objects = json_object_get(json, "objects");
    const json_t *events = json_object_get(json, "events");
    finding->objects = store_new(json_array_size(objects) * sizeof *finding->objects);
    finding->events = store_new(json_array_size(events) * sizeof *finding->events);
    for (size_t i = 0; i < json_array_size(objects); i++)
        if (json_is_string(json_array_get(objects, i)))
            finding->objects[finding->n_objects++] =
                store_string(json_string_value(json_array_get(objects, i)));
    for (size_t i = 0; i < json_array_size(events); i++)
        finding->events[finding->n_events++] = json_integer_value(json_array_get(events, i));
}

static void read_group(const json_t *json, struct finding *finding) {
    const json_t *group = json_object_get(json, "group");
    finding->is_group = json_is_object(group);
    finding->live = member_amount(group, "live", 0);
    finding->made = member_amount(group, "made", 0);
    finding->bytes = member_amount(group, "bytes", 0);
    finding->trend = member_copy(group, "trend", "");
    const json_t *samples = json_object_get(group, "samples");
    finding->samples = store_new(json_array_size(samples) * sizeof *finding->samples);
    for (size_t i = 0; i < json_array_size(samples); i++)
        finding->samples[finding->n_samples++] = json_integer_value(json_array_get(samples, i));
}

static void read_callback(struct process *process, const json_t *json, struct finding *finding) {
    const json_t *callback = json_object_get(json, "callback");
    const json_t *module = json_array_get(callback, 1), *offset = json_array_get(callback, 2);
    const char *name = json_string_value(json_array_get(callback, 0));
    if (name && json_is_string(module) && json_is_string(offset)) {
        finding->callback = store_string(name);
        finding->callback_file = store_string(json_string_value(module));
        finding->callback_function = store_string(json_string_value(offset));
        finding->callback_line = (int)json_integer_value(json_array_get(callback, 3));
        return;
    }
    if (!name || !json_is_integer(module) || !json_is_integer(offset))
        return;
    finding->callback = store_string(name);
    finding->callback_module = process_module(process, (int)json_integer_value(module));
    finding->callback_offset = (uint64_t)json_integer_value(offset);
}

void process_count_kind(struct finding *finding, const char *word, int64_t count) {
    const size_t most = sizeof finding->kinds / sizeof *finding->kinds;
    size_t i = 0;
    while (i < most && finding->kinds[i].word && strcmp(finding->kinds[i].word, word))
        i++;
    if (i == most)
        return;
    if (!finding->kinds[i].word)
        finding->kinds[i].word = store_string(word);
    finding->kinds[i].count += count;
}

/* Until it is counted: that of its object. */
static void first_kind(struct finding *finding) {
    const char *name = finding->n_objects ? finding->objects[0] : "";
    size_t length = strcspn(name, "#");
    if (length)
        process_count_kind(finding, store_format("%.*s", (int)length, name), 1);
}

static void read_kinds(const json_t *json, struct finding *finding) {
    json_t *kinds = json_object_get(json, "kinds"), *count;
    const char *word;
    memset(finding->kinds, 0, sizeof finding->kinds);
    json_object_foreach(kinds, word, count)
        process_count_kind(finding, word, json_integer_value(count));
}

/* One of a few words of ours that need no copy. */
static const char *word_of(const json_t *json, const char *name, const char *expected) {
    const char *word = member_text(json, name);
    return !word || !strcmp(word, expected) ? expected : store_string(word);
}

static const char *read_finding(struct reading *reading) {
    const json_t *json = reading->json;
    struct process *process = reading->process;
    const char *slug = member_text(json, "check"), *level = member_text(json, "severity");
    const struct check *check = slug ? catalogue_find(slug) : NULL;
    enum severity severity = level ? catalogue_severity(level) : SEVERITY_OFF;
    if (!check || !severity)
        return "expected a finding's \"check\" (a slug of the catalogue) and \"severity\" "
               "(error, warning or note)";
    struct finding *finding = store_new(sizeof *finding);
    *finding = (struct finding){
        .process = process,
        .id = member_number(json, "id", 0),
        .t_us = member_amount(json, "t_us", 0),
        .last_us = member_amount(json, "t_us", 0),
        .tid = member_number(json, "tid", 0),
        .count = 1,
        .check = check,
        .severity = severity,
        .certainty = word_of(json, "certainty", check->certainty),
        .blame = word_of(json, "blame", check->blame),
        .who = member_copy(json, "who", ""),
        .message = word_of(json, "message", check->says),
        .note = member_copy(json, "note", ""),
        .stacks = {(int)member_number(json, "now", 0), (int)member_number(json, "before", 0),
                   (int)member_number(json, "origin", 0)},
    };
    read_lists(json, finding);
    read_group(json, finding);
    read_callback(process, json, finding);
    first_kind(finding);
    HASH_ADD(hh, process->findings_by_id, id, sizeof finding->id, finding);
    STORE_ADD(process->findings, process->n_findings) = finding;
    return NULL;
}

static const char *read_count(struct reading *reading) {
    int64_t id = member_number(reading->json, "finding", 0);
    struct finding *finding;
    HASH_FIND(hh, reading->process->findings_by_id, &id, sizeof id, finding);
    if (!finding)
        return "expected \"finding\" to be the id of a finding above";
    finding->count = member_amount(reading->json, "count", 1);
    finding->last_us = member_amount(reading->json, "t_us", finding->t_us);
    read_kinds(reading->json, finding);
    return NULL;
}

static const char *read_transfer(struct reading *reading) {
    struct process *process = reading->process;
    if (member_amount(reading->json, "calls", 0) < 1)
        return "expected \"calls\" to be a number from 1";
    if (member_text(reading->json, "direction") &&
        (!member_text(reading->json, "memory") || !member_text(reading->json, "kind")))
        return "expected \"memory\" and \"kind\" of a copy";
    if (!process->transfers)
        process->transfers = json_array();
    json_array_append(process->transfers, reading->json);
    return NULL;
}

static const char *read_transfers(struct reading *reading) {
    json_decref(reading->process->transfer_sums);
    reading->process->transfer_sums = json_incref(reading->json);
    return NULL;
}

static const char *read_end(struct reading *reading) {
    if (!member_text(json_object_get(reading->json, "exit"), "how"))
        return "expected \"exit\" with \"how\" the process ended";
    json_decref(reading->process->end);
    reading->process->end = json_incref(reading->json);
    reading->process->n_ends++;
    return NULL;
}

static const char *read_snapshot(struct reading *reading) {
    struct process *process = reading->process;
    if (member_amount(reading->json, "live", -1) < 0)
        return "expected how many structures were \"live\"";
    json_decref(process->snapshot);
    process->snapshot = json_incref(reading->json);
    process->n_snapshots++;
    return NULL;
}

/* NULL, or what was expected of the line; kinds of a later version are skipped. */
static const char *read_kind(struct reading *reading, const char *kind) {
    static const struct {
        const char *kind;
        const char *(*read)(struct reading *reading);
    } readers[] = {
        {"header", read_header},     {"module", read_module},
        {"finding", read_finding},   {"count", read_count},
        {"end", read_end},           {"snapshot", read_snapshot},
        {"transfer", read_transfer}, {"transfers", read_transfers},
    };
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].kind, kind))
            return readers[i].read(reading);
    return facts_note(reading->process->facts, reading->json, kind, reading->line.offset);
}

static const char *read_line(struct reading *reading) {
    const struct line *line = &reading->line;
    if (!line->text)
        return "expected no line of many megabytes";
    reading->json = json_loadb(line->text, line->length, JSON_ALLOW_NUL, NULL);
    if (!reading->json)
        return line->is_whole
                   ? "expected one JSON object"
                   : "the record ends within this line (the process died while writing, it "
                     "still runs, or the disk is full)";
    const char *kind = member_text(reading->json, "k");
    return kind ? read_kind(reading, kind)
                : "expected a JSON object with a line's kind, {\"k\":\"...\"}";
}

static void read_lines(struct reading *reading, bool is_end) {
    bool is_last = false;
    while (!is_last && lines_next(reading->lines, &reading->line, is_end)) {
        is_last = !reading->line.is_whole;
        if (!reading->line.length)
            continue;
        const char *wrong = read_line(reading);
        if (wrong)
            leave_out(reading, wrong);
        else if (reading->n_good++ == 0)
            let_go(reading);
        json_decref(reading->json);
        reading->json = NULL;
    }
}

struct process *process_open(int fd, const char *path, const char *file,
                             process_complain complain) {
    struct process *process = store_new(sizeof *process);
    struct reading *reading = store_new(sizeof *reading);
    *process = (struct process){
        .file = file, .name = "0", .exe = "", .exe_name = "", .cwd = "", .reading = reading};
    *reading =
        (struct reading){.process = process, .complain = complain, .lines = lines_open(fd, path)};
    if (!reading->lines) {
        complain_of(reading, strerror(errno));
        return NULL;
    }
    process->facts = facts_new(reading->lines);
    return process;
}

void process_more(struct process *process) {
    read_lines(process->reading, false);
}

/* Reports are what people have at hand; records end in .jsonl. */
static const char *hint_for(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && !strcmp(dot, ".json")
               ? "; is it a report? What is made from is a record, as record_dir=FOLDER keeps them"
               : "";
}

bool process_rest(struct process *process) {
    struct reading *reading = process->reading;
    read_lines(reading, true);
    if (!reading->n_good && !reading->n_bad)
        complain_of(reading, "empty, expected a record that begins with a header line");
    else if (!reading->n_good)
        complain_of(reading, store_format("no line of it can be used; %s%s", reading->first_wrong,
                                          hint_for(process->file)));
    if (reading->n_good && reading->n_bad > MOST_COMPLAINTS)
        complain_of(reading,
                    store_format("%zu more lines are left out", reading->n_bad - MOST_COMPLAINTS));
    if (reading->n_good && !process->header)
        complain_of(reading,
                    "no header line: options, names of the process and paths are not known");
    return reading->n_good > 0;
}

const struct module *process_module(const struct process *process, int id) {
    struct module *module;
    HASH_FIND_INT(process->modules, &id, module);
    return module;
}

const char *process_name_of(const struct process *process, const char *object) {
    return process->is_one_of_many ? store_format("%s:%s", process->name, object) : object;
}

int64_t process_activity(const struct process *process, const char *name) {
    int64_t otherwise = process->n_seen && !strcmp(name, "structs_seen") ? process->n_seen : -1;
    return member_amount(json_object_get(process->end, "activity"), name, otherwise);
}

static bool is_list_of_texts(const json_t *json) {
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!json_is_string(json_array_get(json, i)))
            return false;
    return json_is_array(json);
}

const json_t *process_limits(const struct process *process) {
    const json_t *activity = json_object_get(process->end, "activity");
    const json_t *limits = json_object_get(activity, "limits");
    return is_list_of_texts(limits) ? limits : NULL;
}

const char *process_option(const struct process *process, const char *name, char storage[32]) {
    const json_t *value = json_object_get(json_object_get(process->header, "options"), name);
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_boolean(value))
        return json_is_true(value) ? "1" : "0";
    if (!json_is_integer(value))
        return NULL;
    snprintf(storage, 32, "%lld", (long long)json_integer_value(value));
    return storage;
}
