/* diff: what an earlier report and a later one have in common, by fingerprints. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/diff.h"

#include "report/render/collect.h"
#include "report/render/command.h"
#include "report/render/facts.h"
#include "report/render/fingerprint.h"
#include "report/render/focus.h"
#include "report/render/lines.h"
#include "report/render/member.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/suppress.h"
#include "report/render/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All findings of a fingerprint (and kind, see key_of). */
struct entry {
    const char *key;                /* what it is looked up by, see key_of */
    const char *fingerprint, *line; /* line: of the first of them, as a compiler's */
    enum severity severity;         /* of the worst */
    bool is_in_other;
    UT_hash_handle hh;
};

struct side {
    const char *path;
    const struct options *settings;
    struct entry *entries;
};

static bool fail(const char *path, const char *why) {
    fprintf(stderr, "arrowdev_check: error: %s: %s\n", path, why);
    return false;
}

/* An array and its schema are often made by one call: leaked there, they have one fingerprint. So
 * the kind of what is leaked counts too: it begins the object's id, "array#4" or "4711:array#4". */
static const char *key_of(const char *fingerprint, const char *slug, const char *object) {
    const char *id = object ? strrchr(object, ':') : NULL;
    id = id ? id + 1 : object;
    if (!id || strcmp(slug, "never-released"))
        return fingerprint;
    return store_format("%s %.*s", fingerprint, (int)strcspn(id, "#"), id);
}

static void add(struct side *side, const char *key, const char *fingerprint, enum severity severity,
                const char *line) {
    struct entry *entry;
    if (severity <= SEVERITY_NOTE && !side->settings->report.verbosity)
        return;
    HASH_FIND_STR(side->entries, key, entry);
    if (!entry) {
        bool before = store_keep_begin();
        entry = store_new(sizeof *entry);
        entry->key = store_string(key);
        entry->fingerprint = store_string(fingerprint);
        entry->line = store_string(line);
        HASH_ADD_KEYPTR(hh, side->entries, entry->key, strlen(entry->key), entry);
        store_keep_end(before);
    }
    if (severity > entry->severity)
        entry->severity = severity;
}

static const char *line_of(const char *place, enum severity severity, const char *message,
                           const char *slug) {
    struct sheet line = {0};
    sheet_add_path(&line, place);
    sheet_format(&line, ": %s: ", catalogue_severity_name(severity));
    sheet_add_foreign(&line, message);
    sheet_format(&line, " [%s]", slug);
    return line.data;
}

static void add_finding(struct side *side, const struct finding *finding) {
    facts_begin();
    struct spot spot;
    bool has_spot = focus_of(finding, &spot);
    const char *place = has_spot ? trace_point(&spot) : finding->process->exe_name;
    if (has_spot && spot.file && spot.line && spot.column)
        place = store_format("%s:%d", place, spot.column);
    const char *fingerprint = fingerprint_of(finding), *slug = finding->check->slug;
    const char *object = finding->n_objects ? finding->objects[0] : NULL;
    add(side, key_of(fingerprint, slug, object), fingerprint, finding->severity,
        line_of(place, finding->severity, finding->message, slug));
    facts_end();
}

static void complain(const char *complaint) {
    fprintf(stderr, "arrowdev_check: error: suppressions: %s\n", complaint);
}

static bool read_records(struct side *side) {
    struct tree tree = {0};
    struct suppressions suppressions = {0};
    if (!collect_path(&tree, side->path))
        return false;
    tree_settle(&tree);
    if (!suppress_read(&suppressions, side->settings->report.suppressions, "", complain))
        return false;
    suppress_apply(&suppressions, &tree);
    for (size_t i = 0; i < tree.n_findings; i++)
        if (!tree.findings[i]->suppressed_by)
            add_finding(side, tree.findings[i]);
    return true;
}

/* A finding of a report in JSON. */
static void add_json(struct side *side, const json_t *json) {
    const json_t *location = json_object_get(json, "location");
    const char *fingerprint = member_text(json, "fingerprint"), *slug = member_text(json, "check");
    const char *level = member_text(json, "severity"), *message = member_text(json, "message");
    const char *file = member_text(location, "file"), *function = member_text(location, "function");
    const char *module = member_text(location, "module");
    if (!fingerprint || !slug || !level || !message || member_text(json, "suppressed_by"))
        return;
    int64_t line = member_number(location, "line", 0),
            column = member_number(location, "column", 0);
    store_begin();
    const char *place = function ? store_format("%s (%s)", function, module ? module : "?")
                        : module ? module
                                 : "?";
    if (file && line)
        place = store_format(column ? "%s:%d:%d" : "%s:%d", file, (int)line, (int)column);
    enum severity severity = catalogue_severity(level);
    const char *object = json_string_value(json_array_get(json_object_get(json, "objects"), 0));
    add(side, key_of(fingerprint, slug, object), fingerprint, severity,
        line_of(place, severity, message, slug));
    store_end();
}

static bool begins(const struct line *line, const char *with) {
    size_t length = strlen(with);
    return line->text && line->length >= length && !strncmp(line->text, with, length);
}

/* As this program writes them, each finding is a line, and what follows it a comma or a bracket. */
static bool read_lines(struct side *side, struct lines *lines) {
    const size_t flags = JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK;
    struct line line;
    bool is_report = false;
    while (lines_next(lines, &line, true) && line.is_whole) {
        if (line.number == 2)
            is_report = begins(&line, "\"schema_version\": ");
        if (line.number > 1 && !is_report)
            return false;
        bool is_item = begins(&line, "{\"id\": ");
        json_t *json = is_item ? json_loadb(line.text, line.length, flags, NULL) : NULL;
        if (json)
            add_json(side, json);
        json_decref(json);
    }
    return is_report;
}

/* Written anew by another program. */
static bool read_document(struct side *side, int fd) {
    json_t *document = json_loadfd(fd, JSON_ALLOW_NUL, NULL), *finding;
    bool is_report = member_text(document, "schema_version") != NULL;
    size_t i;
    json_array_foreach(json_object_get(document, "findings"), i, finding) add_json(side, finding);
    json_decref(document);
    return is_report;
}

/* A record's lines begin with their kind. */
static bool is_record(int fd) {
    static const char kind[] = "{\"k\":";
    char begin[sizeof kind] = "";
    return pread(fd, begin, sizeof kind - 1, 0) < 1 || !strncmp(begin, kind, sizeof kind - 1);
}

static bool read_side(struct side *side) {
    struct stat status;
    int fd = open(side->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status))
        return fail(side->path, strerror(errno));
    bool is_read;
    if (!S_ISREG(status.st_mode) || is_record(fd)) {
        is_read = read_records(side);
    } else {
        struct lines *lines = lines_open(fd, NULL);
        is_read = (lines && read_lines(side, lines)) || read_document(side, fd) ||
                  fail(side->path, "neither a record nor a report in JSON");
    }
    close(fd);
    return is_read;
}

static unsigned print(const struct side *side, bool is_in_other, const char *name,
                      struct sheet *sheet) {
    unsigned n = 0;
    for (const struct entry *entry = side->entries; entry; entry = entry->hh.next)
        n += entry->is_in_other == is_in_other;
    if (!n)
        return 0;
    sheet_format(sheet, "== %s: %u ==\n", name, n);
    for (const struct entry *entry = side->entries; entry; entry = entry->hh.next)
        if (entry->is_in_other == is_in_other)
            sheet_format(sheet, "%s\n    %s\n", entry->line, entry->fingerprint);
    sheet_add(sheet, "\n");
    return n;
}

static void compare(struct side *old, struct side *new) {
    for (struct entry *entry = new->entries, *other; entry; entry = entry->hh.next) {
        HASH_FIND_STR(old->entries, entry->key, other);
        if (other)
            entry->is_in_other = other->is_in_other = true;
    }
}

/* What is new, of the severities that count. */
static unsigned count_bad(const struct side *new, const struct options *settings) {
    const char *on = settings->shim.exitcode_on;
    enum severity least = !strcmp(on, "never")     ? N_SEVERITIES
                          : !strcmp(on, "warning") ? SEVERITY_WARNING
                                                   : SEVERITY_ERROR;
    unsigned n = 0;
    for (const struct entry *entry = new->entries; entry; entry = entry->hh.next)
        n += !entry->is_in_other && entry->severity >= least;
    return n;
}

int diff_print(const char *old_path, const char *new_path, const struct options *settings) {
    struct side old = {.path = old_path, .settings = settings};
    struct side new = {.path = new_path, .settings = settings};
    if (!read_side(&old) || !read_side(&new))
        return 2;
    compare(&old, &new);
    struct sheet_output output = {.fd = STDOUT_FILENO};
    struct sheet sheet = {.output = &output};
    unsigned n_new = print(&new, false, "new", &sheet);
    unsigned n_gone = print(&old, false, "gone", &sheet);
    unsigned n_unchanged = print(&new, true, "unchanged", &sheet);
    sheet_format(&sheet, "arrowdev_check: %u new, %u gone, %u unchanged\n", n_new, n_gone,
                 n_unchanged);
    sheet_flush(&sheet);
    if (output.error) {
        command_unwritten(output.error);
        return 2;
    }
    return count_bad(&new, settings) ? 1 : 0;
}
