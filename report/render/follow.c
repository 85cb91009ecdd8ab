/* follow: the records of a run while they are written. Names of functions are for the report: here
 * the modules' files are not touched. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/follow.h"

#include "report/render/facts.h"
#include "report/render/member.h"
#include "report/render/settings.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/watch.h"
#include "report/render/whose.h"
#include "report/spool.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct followed {
    struct process *process;
    const char *path;
    off_t size;    /* of the file when it was last read */
    size_t n_told; /* findings */
    size_t n_snapshots;
    UT_hash_handle hh;
};

static struct {
    const char *folder;
    const struct options *options;
    void (*first)(const struct process *process);
    struct timespec changed; /* the folder, when it was last listed */
    size_t n;
    struct followed **records;
    struct followed *by_path;
    unsigned *n_of_check, n_in_all; /* lines said */
} follow;

static void say(const char *line) {
    struct sheet_output output = {.fd = STDERR_FILENO};
    struct sheet sheet = {.output = &output};
    sheet_format(&sheet, "%s\n", line);
    sheet_flush(&sheet);
}

static void complain(const char *complaint) {
    say(store_format("arrowdev_check: record: %s", complaint));
}

void follow_begin(const char *folder, const struct options *options,
                  void (*first)(const struct process *process)) {
    follow.folder = folder;
    follow.options = options;
    follow.first = first;
    follow.n_of_check = store_new(catalogue_n_checks * sizeof *follow.n_of_check);
}

static bool is_known(const char *path) {
    struct followed *record;
    HASH_FIND_STR(follow.by_path, path, record);
    return record != NULL;
}

static void add(const char *name) {
    const char *path = store_format("%s/%s", follow.folder, name);
    int fd = is_known(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    struct process *process = fd >= 0 ? process_open(fd, path, path, complain) : NULL;
    if (process) {
        struct followed *record = store_new(sizeof *record);
        *record = (struct followed){.process = process, .path = path};
        STORE_ADD(follow.records, follow.n) = record;
        HASH_ADD_KEYPTR(hh, follow.by_path, record->path, strlen(record->path), record);
        watch_add(process, path);
    }
    if (fd >= 0)
        close(fd);
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, SPOOL_ENDING);
}

static void list_folder(void) {
    struct stat status;
    if (stat(follow.folder, &status) ||
        !memcmp(&status.st_mtim, &follow.changed, sizeof follow.changed))
        return;
    follow.changed = status.st_mtim;
    struct dirent **entries;
    int n = scandir(follow.folder, &entries, is_record, alphasort);
    for (int i = 0; i < n; i++) {
        add(entries[i]->d_name);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

static bool is_users(const struct frame *frame) {
    const struct whose *whose =
        frame->function ? whose_python(frame->file) : whose_module(frame->module);
    return whose->owner == OWNER_USER;
}

/* "etl.py:17", "libfoo.so+0x1234" of the user's first frame, else of the first. */
static const char *place_of(const struct process *process, int id) {
    const struct stack *stack = facts_stack(process, id);
    const struct frame *frame = stack && stack->n_frames ? stack->frames : NULL;
    for (size_t i = 0; frame && i < stack->n_frames; i++) {
        if (!is_users(&stack->frames[i]))
            continue;
        frame = &stack->frames[i];
        break;
    }
    if (!frame)
        return "an unknown place";
    if (frame->function)
        return store_format("%s:%d", frame->file, frame->line);
    return store_format("%s+0x%llx", frame->module ? frame->module->name : "code of no module",
                        (unsigned long long)frame->offset);
}

/* May one more line of this check go out? The tenth says that it was the last. */
static bool may_say(const struct finding *finding, bool *is_last) {
    const struct report_options *options = &follow.options->report;
    unsigned *n = &follow.n_of_check[finding->check - catalogue_checks];
    if (finding->severity <= SEVERITY_NOTE && !options->verbosity)
        return false;
    if (*n >= options->max_reports_per_check || follow.n_in_all >= options->max_reports)
        return false;
    follow.n_in_all++;
    *is_last = ++*n == options->max_reports_per_check;
    return true;
}

static void tell(const struct finding *finding) {
    bool is_last = false;
    if (!may_say(finding, &is_last))
        return;
    struct sheet line = {0};
    facts_begin();
    sheet_format(&line, "arrowdev_check: %s: ", catalogue_severity_name(finding->severity));
    sheet_add_foreign(&line, finding->message);
    sheet_format(&line, " [%s]", finding->check->slug);
    int now = finding->stacks[STACK_NOW], origin = finding->stacks[STACK_ORIGIN];
    if (now || origin) {
        sheet_add(&line, now ? " at " : " made at ");
        sheet_add_path(&line, place_of(finding->process, now ? now : origin));
    }
    sheet_format(&line, " in %s", tree_person(finding->process));
    sheet_add(&line, is_last ? " (more of this check are counted only)" : "");
    say(line.data);
    facts_end();
}

/* It waits for whoever wants to look at it. */
static void tell_stopped(const struct finding *finding) {
    if (settings_stops(follow.options, finding->check))
        say(
            store_format("arrowdev_check: stopped: gdb -p %lld looks at it, kill -CONT %lld lets "
                         "it go on",
                         (long long)finding->process->pid, (long long)finding->process->pid));
}

/* It goes on; what is alive is in the record. */
static void tell_snapshot(const struct process *process) {
    const json_t *said = process->snapshot;
    struct sheet line = {0};
    sheet_format(&line, "arrowdev_check: snapshot of %s: %s alive", tree_person(process),
                 sheet_counted((unsigned)member_amount(said, "live", 0), "structure"));
    if (member_amount(said, "bytes", 0) > 0) {
        sheet_add(&line, ", ");
        sheet_add_bytes(&line, (uint64_t)member_amount(said, "bytes", 0));
    }
    sheet_format(&line, ", %u new since the last one; ", (unsigned)member_amount(said, "new", 0));
    sheet_format(&line, "%s, ", sheet_counted((unsigned)member_amount(said, "errors", 0), "error"));
    sheet_add(&line, sheet_counted((unsigned)member_amount(said, "warnings", 0), "warning"));
    say(line.data);
}

static void tell_new(struct followed *record) {
    const struct process *process = record->process;
    if (follow.first && process->header) {
        follow.first(process);
        follow.first = NULL;
    }
    for (; record->n_told < process->n_findings; record->n_told++) {
        tell(process->findings[record->n_told]);
        tell_stopped(process->findings[record->n_told]);
    }
    if (record->n_snapshots != process->n_snapshots)
        tell_snapshot(process);
    record->n_snapshots = process->n_snapshots;
}

void follow_more(void) {
    list_folder();
    for (size_t i = 0; i < follow.n; i++) {
        struct followed *record = follow.records[i];
        struct stat status;
        if (stat(record->path, &status) || status.st_size == record->size)
            continue;
        record->size = status.st_size;
        process_more(record->process);
        tell_new(record);
    }
}

static void add_notes(struct tree *tree) {
    DIR *folder = opendir(follow.folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        tree_add_note(tree, follow.folder, entry->d_name);
    if (folder)
        closedir(folder);
}

bool follow_end(struct tree *tree) {
    follow_more();
    add_notes(tree);
    bool is_read = !tree->n_unkept;
    for (size_t i = 0; i < follow.n; i++) {
        struct process *process = follow.records[i]->process;
        if (!follow.records[i]->size) /* it ended before it could write anything */
            continue;
        bool is_record = process_rest(process);
        if (is_record)
            tree_add(tree, process);
        is_read = is_read && is_record;
        tell_new(follow.records[i]);
    }
    watch_end();
    for (size_t i = 0; i < tree->n_processes; i++)
        is_read = is_read && !tree->processes[i]->n_dropped;
    return is_read;
}
