/* process: one process as its record tells it. Turns lines into rows that know each other. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/process.h"

#include "report/render/input.h"
#include "report/render/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of a record, while it is read. */
struct line {
    struct process *process;
    process_complain complain;
    size_t number;
    json_t *json;
};

static void leave_out(const struct line *line, const char *what) {
    char text[512];
    snprintf(text, sizeof text, "%s:%zu: %s; this line is left out", line->process->file,
             line->number, what);
    line->complain(text);
    line->process->n_bad++;
}

static const char *text_of(const json_t *json, const char *name) {
    return json_string_value(json_object_get(json, name));
}

static const char *text_or(const json_t *json, const char *name, const char *otherwise) {
    const char *text = text_of(json, name);
    return text ? text : otherwise;
}

static int64_t number_or(const json_t *json, const char *name, int64_t otherwise) {
    const json_t *value = json_object_get(json, name);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

/* The last component of a path; paths of deleted files end in " (deleted)". */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool read_header(struct line *line) {
    struct process *process = line->process;
    if (number_or(line->json, "version", 1) != 1) {
        leave_out(line, "this record is of another version, expected \"version\":1");
        return false;
    }
    process->header = json_incref(line->json);
    process->pid = number_or(line->json, "pid", 0);
    process->exe = text_or(line->json, "exe", "");
    process->exe_name = name_of(process->exe);
    process->cwd = text_or(line->json, "cwd", "");
    return true;
}

static bool read_module(struct line *line) {
    const char *path = text_of(line->json, "path");
    int id = (int)number_or(line->json, "id", -1);
    if (!path || id < 0) {
        leave_out(line, "expected a module's \"id\" and \"path\"");
        return false;
    }
    struct module *module;
    HASH_FIND_INT(line->process->modules, &id, module);
    if (!module) {
        module = store_new(sizeof *module);
        module->id = id;
        HASH_ADD_INT(line->process->modules, id, module);
    }
    module->path = path;
    module->name = name_of(path);
    module->build_id = text_or(line->json, "build_id", "");
    module->base = text_or(line->json, "base", "0x0");
    module->is_unloaded = json_is_true(json_object_get(line->json, "unloaded"));
    module->is_system = json_is_true(json_object_get(line->json, "system"));
    return true;
}

/* An offset stands as a number or as "0x..", whichever the writer found shorter. */
static bool read_offset(const json_t *json, uint64_t *offset) {
    if (json_is_integer(json)) {
        *offset = (uint64_t)json_integer_value(json);
        return true;
    }
    char *end = NULL;
    if (json_is_string(json))
        *offset = strtoull(json_string_value(json), &end, 0);
    return end && end != json_string_value(json) && !*end;
}

static bool read_frame(struct process *process, const json_t *json, struct frame *frame) {
    const json_t *first = json_array_get(json, 0), *second = json_array_get(json, 1);
    const json_t *third = json_array_get(json, 2);
    if (json_is_string(first)) {
        frame->file = json_string_value(first);
        frame->function = json_is_string(second) ? json_string_value(second) : "?";
        frame->line = (int)json_integer_value(third);
        return true;
    }
    frame->module = process_module(process, (int)json_integer_value(first));
    frame->is_exact = json_integer_value(third) == 1 || json_is_true(third);
    return json_is_integer(first) && read_offset(second, &frame->offset);
}

static bool read_stack(struct line *line) {
    int id = (int)number_or(line->json, "id", 0);
    const json_t *frames = json_object_get(line->json, "frames");
    if (id <= 0 || !json_is_array(frames)) {
        leave_out(line, "expected a stack's \"id\" and \"frames\"");
        return false;
    }
    struct stack *stack = process_stack(line->process, id);
    if (!stack) {
        stack = store_new(sizeof *stack);
        stack->id = id;
        HASH_ADD_INT(line->process->stacks, id, stack);
    }
    stack->hash = text_or(line->json, "hash", "");
    stack->is_truncated = json_is_true(json_object_get(line->json, "truncated"));
    stack->n_frames = 0;
    stack->frames = store_new(json_array_size(frames) * sizeof *stack->frames);
    for (size_t i = 0; i < json_array_size(frames); i++) {
        struct frame *frame = &stack->frames[stack->n_frames++];
        if (!read_frame(line->process, json_array_get(frames, i), frame)) {
            leave_out(line, "expected frames as [MODULE,OFFSET] or [\"FILE\",\"FUNCTION\",LINE]");
            stack->n_frames--;
            return false;
        }
    }
    return true;
}

static bool read_object(struct line *line) {
    const char *id = text_of(line->json, "id"), *kind = text_of(line->json, "kind");
    if (!id || !kind) {
        leave_out(line, "expected an object's \"id\" and \"kind\"");
        return false;
    }
    struct object *object = process_object(line->process, id);
    if (!object) {
        object = store_new(sizeof *object);
        object->id = id;
        HASH_ADD_KEYPTR(hh, line->process->objects, id, strlen(id), object);
    }
    object->json = line->json;
    object->kind = kind;
    object->type = text_of(line->json, "type");
    object->device = text_of(line->json, "device");
    object->parent = text_of(line->json, "parent");
    object->producer = text_of(line->json, "producer");
    object->consumer = text_of(line->json, "consumer");
    object->state = text_or(line->json, "state", "live");
    object->length = number_or(line->json, "length", -1);
    object->bytes_host = number_or(line->json, "bytes_host", 0);
    object->bytes_device = number_or(line->json, "bytes_device", 0);
    object->origin = (int)number_or(line->json, "origin", 0);
    return true;
}

static bool read_event(struct line *line) {
    const char *kind = text_of(line->json, "kind");
    int64_t seq = number_or(line->json, "seq", 0);
    if (!kind || seq <= 0) {
        leave_out(line, "expected an event's \"seq\" and \"kind\"");
        return false;
    }
    struct event *event;
    HASH_FIND(hh, line->process->events_by_seq, &seq, sizeof seq, event);
    if (!event) {
        event = store_new(sizeof *event);
        event->seq = seq;
        HASH_ADD(hh, line->process->events_by_seq, seq, sizeof event->seq, event);
        STORE_ADD(line->process->events, line->process->n_events) = event;
    }
    /* The last line holds: a release that began has ended since. */
    event->kind = kind;
    event->t_us = number_or(line->json, "t_us", 0);
    event->tid = number_or(line->json, "tid", 0);
    event->bytes = number_or(line->json, "bytes", -1);
    event->thread = text_of(line->json, "thread");
    event->object = text_of(line->json, "object");
    event->actor = text_of(line->json, "actor");
    event->owner_after = text_of(line->json, "owner_after");
    event->note = text_of(line->json, "note");
    event->stack = (int)number_or(line->json, "stack", 0);
    return true;
}

static void read_lists(const json_t *json, struct finding *finding) {
    const json_t *objects = json_object_get(json, "objects");
    const json_t *events = json_object_get(json, "events");
    finding->objects = store_new(json_array_size(objects) * sizeof *finding->objects);
    finding->events = store_new(json_array_size(events) * sizeof *finding->events);
    for (size_t i = 0; i < json_array_size(objects); i++)
        if (json_is_string(json_array_get(objects, i)))
            finding->objects[finding->n_objects++] = json_string_value(json_array_get(objects, i));
    for (size_t i = 0; i < json_array_size(events); i++)
        finding->events[finding->n_events++] = json_integer_value(json_array_get(events, i));
}

static void read_group(const json_t *json, struct finding *finding) {
    const json_t *group = json_object_get(json, "group");
    finding->is_group = json_is_object(group);
    finding->live = number_or(group, "live", 0);
    finding->made = number_or(group, "made", 0);
    finding->bytes = number_or(group, "bytes", 0);
    finding->trend = text_or(group, "trend", "");
}

static bool read_finding(struct line *line) {
    const json_t *json = line->json;
    const char *slug = text_of(json, "check");
    const struct check *check = slug ? catalogue_find(slug) : NULL;
    enum severity severity = catalogue_severity(text_or(json, "severity", ""));
    if (!check || !severity) {
        leave_out(line,
                  "expected a finding's \"check\" (a slug of the catalogue) and \"severity\" "
                  "(error, warning or note)");
        return false;
    }
    struct finding *finding = store_new(sizeof *finding);
    *finding = (struct finding){
        .id = number_or(json, "id", 0),
        .t_us = number_or(json, "t_us", 0),
        .last_us = number_or(json, "t_us", 0),
        .tid = number_or(json, "tid", 0),
        .count = 1,
        .check = check,
        .severity = severity,
        .certainty = text_or(json, "certainty", check->certainty),
        .blame = text_or(json, "blame", check->blame),
        .who = text_or(json, "who", ""),
        .message = text_or(json, "message", check->says),
        .note = text_or(json, "note", ""),
        .stacks = {(int)number_or(json, "now", 0), (int)number_or(json, "before", 0),
                   (int)number_or(json, "origin", 0)},
    };
    read_lists(json, finding);
    read_group(json, finding);
    HASH_ADD(hh, line->process->findings_by_id, id, sizeof finding->id, finding);
    STORE_ADD(line->process->findings, line->process->n_findings) = finding;
    return true;
}

static bool read_count(struct line *line) {
    int64_t id = number_or(line->json, "finding", 0);
    struct finding *finding;
    HASH_FIND(hh, line->process->findings_by_id, &id, sizeof id, finding);
    if (!finding) {
        leave_out(line, "expected \"finding\" to be the id of a finding above");
        return false;
    }
    finding->count = number_or(line->json, "count", 1);
    finding->last_us = number_or(line->json, "t_us", finding->t_us);
    return true;
}

static bool read_end(struct line *line) {
    if (!text_of(json_object_get(line->json, "exit"), "how")) {
        leave_out(line, "expected \"exit\" with \"how\" the process ended");
        return false;
    }
    line->process->end = line->json;
    return true;
}

static bool read_line(struct line *line) {
    static const struct {
        const char *kind;
        bool (*read)(struct line *line);
    } readers[] = {
        {"header", read_header}, {"module", read_module}, {"stack", read_stack},
        {"object", read_object}, {"event", read_event},   {"finding", read_finding},
        {"count", read_count},   {"end", read_end},
    };
    const char *kind = text_of(line->json, "k");
    if (!kind) {
        leave_out(line, "expected a JSON object with a line's kind, {\"k\":\"...\"}");
        return false;
    }
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].kind, kind))
            return readers[i].read(line);
    return true; /* kinds of a later version are skipped */
}

/* Strings of a line are used where they stand: the JSON of all lines is kept. */
static size_t read_lines(struct line *line, const char *text, size_t size) {
    size_t n_good = 0;
    for (const char *end = text + size; text < end; line->number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = newline ? (size_t)(newline - text) : (size_t)(end - text);
        json_error_t error;
        line->json = json_loadb(text, length, JSON_ALLOW_NUL, &error);
        if (line->json)
            n_good += read_line(line);
        else if (newline && length)
            leave_out(line, "expected one JSON object");
        else if (length)
            leave_out(line,
                      "the record ends within this line (the process died while writing, or "
                      "the disk is full)");
        text += newline ? length + 1 : length;
    }
    return n_good;
}

static struct process *fail(const char *file, const char *why, process_complain complain) {
    char text[512];
    snprintf(text, sizeof text, "%s: %s", file, why);
    complain(text);
    return NULL;
}

struct process *process_read(int fd, const char *file, process_complain complain) {
    size_t size = 0;
    const char *text = input_read(fd, &size);
    if (!text)
        return fail(file, strerror(errno), complain);
    if (!size)
        return fail(file, "empty, expected a record that begins with a header line", complain);

    struct process *process = store_new(sizeof *process);
    *process = (struct process){.file = file, .exe = "", .exe_name = "", .cwd = ""};
    struct line line = {.process = process, .complain = complain, .number = 1};
    size_t n_good = read_lines(&line, text, size);
    if (!n_good)
        return fail(file, "no line of it is a record's line", complain);
    if (!process->header)
        fail(file, "no header line: options, names of the process and paths are not known",
             complain);
    return process;
}

const struct module *process_module(const struct process *process, int id) {
    struct module *module;
    HASH_FIND_INT(process->modules, &id, module);
    return module;
}

struct stack *process_stack(const struct process *process, int id) {
    struct stack *stack;
    HASH_FIND_INT(process->stacks, &id, stack);
    return stack;
}

struct object *process_object(const struct process *process, const char *id) {
    struct object *object;
    HASH_FIND_STR(process->objects, id, object);
    return object;
}

const struct event *process_event(const struct process *process, int64_t seq) {
    struct event *event;
    HASH_FIND(hh, process->events_by_seq, &seq, sizeof seq, event);
    return event;
}

int64_t process_activity(const struct process *process, const char *name) {
    return number_or(json_object_get(process->end, "activity"), name, -1);
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
