/* sarif: the report as SARIF 2.1.0, for code scanning. The mapping is: check - rule, finding -
 * result, history of an object - code flow, run - invocation.
 *
 * GitHub refuses a file with more than 25,000 results in its run or of more than 10 MB once it is
 * compressed; results are written, the severe ones first, until either is near, and a notification
 * tells how many are left out. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/about.h"
#include "report/render/facts.h"
#include "report/render/format.h"
#include "report/render/locus.h"
#include "report/render/member.h"
#include "report/render/parts.h"
#include "report/render/result.h"
#include "report/render/store.h"
#include "report/render/value.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The same in each report: the fuzzers, who learn nothing from them, have a few. */
#ifndef N_RULES
#define N_RULES catalogue_n_checks
#endif
#define MOST_RESULTS 25000
#define MOST_BYTES   9000000 /* compressed, and the rest of the file has room too */

/* Names of https://cwe.mitre.org, for the numbers in checks.def. */
static const struct {
    int number;
    const char *name;
} weaknesses[] = {
    {125, "Out-of-bounds Read"},
    {126, "Buffer Over-read"},
    {127, "Buffer Under-read"},
    {129, "Improper Validation of Array Index"},
    {131, "Incorrect Calculation of Buffer Size"},
    {248, "Uncaught Exception"},
    {362,
     "Concurrent Execution using Shared Resource with Improper Synchronization ('Race "
     "Condition')"},
    {401, "Missing Release of Memory after Effective Lifetime"},
    {415, "Double Free"},
    {416, "Use After Free"},
    {457, "Use of Uninitialized Variable"},
    {476, "NULL Pointer Dereference"},
    {590, "Free of Memory not on the Heap"},
    {665, "Improper Initialization"},
    {672, "Operation on a Resource after Expiration or Release"},
    {763, "Release of Invalid Pointer or Reference"},
    {843, "Access of Resource Using Incompatible Type ('Type Confusion')"},
};

#define N_WEAKNESSES (sizeof weaknesses / sizeof *weaknesses)

static json_t *tags(const struct check *check) {
    json_t *list = json_pack("[s, s]", "arrow-c-data", check->group);
    if (check->cwe)
        json_array_append_new(list, json_string(store_format("external/cwe/cwe-%d", check->cwe)));
    return list;
}

static const char *precision_of(const struct check *check) {
    return !strcmp(check->certainty, "observed") ? "very-high"
           : !strcmp(check->certainty, "latent") ? "medium"
                                                 : "high";
}

static const char *problem_of(const struct check *check) {
    return check->severity == SEVERITY_NOTE ? "recommendation"
                                            : catalogue_severity_name(check->severity);
}

/* The page of the check, and where its clause stands. */
static const char *help_of(const struct check *check) {
    const char *url = catalogue_url(check);
    return store_format("%s\n\n%s%s%s%s", check->page, *url ? "[" : "", catalogue_clause(check),
                        *url ? "](" : "", *url ? store_format("%s)", url) : "");
}

static json_t *rule(const struct check *check) {
    const char *url = catalogue_url(check);
    json_t *json =
        json_pack("{s:s, s:s, s:{s:s}, s:{s:s}, s:{s:s, s:o}, s:{s:s}, s:{s:o, s:s, s:s, s:s}}",
                  "id", check->slug, "name", check->slug, "shortDescription", "text", check->says,
                  "fullDescription", "text",
                  store_format("%s (%s%s%s)", check->says, catalogue_clause(check),
                               *check->document ? ", " : "", *check->document ? check->level : ""),
                  "help", "text", store_format("arrowdev-check explain %s", check->slug),
                  "markdown", value_text(help_of(check)), "defaultConfiguration", "level",
                  catalogue_severity_name(check->severity), "properties", "tags", tags(check),
                  "precision", precision_of(check), "problem.severity", problem_of(check),
                  "specClause", catalogue_clause(check));
    if (*url)
        json_object_set_new(json, "helpUri", json_string(url));
    for (size_t i = 0; i < N_WEAKNESSES; i++)
        if (check->cwe == weaknesses[i].number)
            json_object_set_new(json, "relationships",
                                json_pack("[{s:{s:s, s:i, s:{s:s, s:i}}, s:[s]}]", "target", "id",
                                          store_format("%d", check->cwe), "index", (int)i,
                                          "toolComponent", "name", "CWE", "index", 0, "kinds",
                                          "superset"));
    return json;
}

static json_t *tool(void) {
    json_t *rules = json_array();
    for (size_t i = 0; i < N_RULES; i++)
        json_array_append_new(rules, rule(&catalogue_checks[i]));
    return json_pack("{s:{s:s, s:s, s:s, s:s, s:o}}", "driver", "name", "arrowdev_check", "version",
                     ARROWDEV_CHECK_VERSION, "semanticVersion", ARROWDEV_CHECK_VERSION,
                     "informationUri", "https://arrow.apache.org/docs/format/CDataInterface.html",
                     "rules", rules);
}

static json_t *taxonomies(void) {
    json_t *taxa = json_array();
    for (size_t i = 0; i < N_WEAKNESSES; i++)
        json_array_append_new(taxa, json_pack("{s:s, s:{s:s}}", "id",
                                              store_format("%d", weaknesses[i].number),
                                              "shortDescription", "text", weaknesses[i].name));
    return json_pack("[{s:s, s:s, s:s, s:{s:s}, s:b, s:o}]", "name", "CWE", "organization", "MITRE",
                     "informationUri", "https://cwe.mitre.org", "shortDescription", "text",
                     "Common Weakness Enumeration", "isComprehensive", 0, "taxa", taxa);
}

/* What relative paths of frames are relative to (trace.c). */
static json_t *bases(const struct report *report, const char *cwd) {
    const char *prefix = report->settings->report.strip_path_prefix;
    const char *folder = *prefix == '/' ? prefix : cwd;
    return *folder == '/' ? json_pack("{s:{s:s}}", LOCUS_BASE, "uri", locus_folder(folder))
                          : json_pack("{s:{}}", LOCUS_BASE);
}

static json_t *notification(const char *id, const char *level, const char *text) {
    return json_pack("{s:{s:s}, s:s, s:o}", "descriptor", "id", id, "level", level, "message",
                     locus_message(text));
}

static json_t *notifications(const struct report *report, size_t n_left_out) {
    json_t *list = json_array(), *activity = about_activity(report), *limit;
    size_t i;
    json_array_foreach(json_object_get(activity, "limits"), i, limit)
        json_array_append_new(list, notification("limits", "note", json_string_value(limit)));
    json_decref(activity);
    for (i = 0; i < report->tree->n_processes; i++)
        if (!report->tree->processes[i]->end)
            json_array_append_new(
                list, notification("no-end", "warning",
                                   store_format("the record of %s has no end: it was killed, or "
                                                "still runs",
                                                tree_person(report->tree->processes[i]))));
    if (!strcmp(report->verdict->word, "not-exercised"))
        json_array_append_new(list, notification("not-exercised", "warning",
                                                 "no process showed what the run required"));
    if (n_left_out)
        json_array_append_new(
            list, notification("left-out", "warning",
                               store_format("%s left out: code scanning takes 25,000 in a file of "
                                            "10 MB; format=json has all",
                                            sheet_counted(n_left_out, "more result"))));
    return list;
}

static const char *command_line(const json_t *argv) {
    struct sheet line = {0};
    const json_t *word;
    size_t i;
    sheet_add(&line, "");
    json_array_foreach(argv, i, word) {
        const char *text = json_string_value(word) ? json_string_value(word) : "";
        bool is_quoted = !*text || strpbrk(text, " \t\n'\"\\$");
        sheet_format(&line, "%s%s%s%s", i ? " " : "", is_quoted ? "'" : "", text,
                     is_quoted ? "'" : "");
    }
    return line.data;
}

static void add_times(json_t *invocation, const json_t *run) {
    struct tm tm = {0};
    const char *started = member_text(run, "started");
    if (!started || !strptime(started, "%Y-%m-%dT%H:%M:%SZ", &tm))
        return;
    int64_t ms = (int64_t)json_number_value(json_object_get(run, "duration_ms"));
    time_t end = timegm(&tm) + ms / 1000;
    char text[32];
    json_object_set_new(invocation, "startTimeUtc", json_string(started));
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime_r(&end, &tm));
    json_object_set_new(invocation, "endTimeUtc",
                        json_string(store_format("%s.%03dZ", text, (int)(ms % 1000))));
}

static json_t *invocation(const struct report *report, const json_t *run, size_t n_left_out) {
    const json_t *exit = json_object_get(run, "exit"), *argv = json_object_get(run, "argv");
    int64_t set = member_number(exit, "status_set_by_tool", -1);
    int64_t status = set >= 0 ? set : member_number(exit, "app_status", -1);
    const char *cwd = member_text(run, "cwd"), *signal = member_text(exit, "signal");
    json_t *json = json_pack("{s:b, s:I, s:s, s:o, s:o}", "executionSuccessful",
                             strcmp(report->verdict->word, "incomplete") != 0, "processId",
                             (json_int_t)member_number(run, "pid", 0), "commandLine",
                             command_line(argv), "arguments", json_deep_copy(argv),
                             "toolExecutionNotifications", notifications(report, n_left_out));
    if (status >= 0)
        json_object_set_new(json, "exitCode", json_integer(status));
    if (signal)
        json_object_set_new(json, "exitSignalName", json_string(signal));
    if (cwd && *cwd == '/')
        json_object_set_new(json, "workingDirectory", json_pack("{s:s}", "uri", locus_folder(cwd)));
    add_times(json, run);
    return json;
}

/* The part before the last '/' is the same from run to run. */
static json_t *automation(const json_t *run) {
    const char *exe = member_text(run, "exe"), *id = member_text(run, "run_id");
    const char *slash = exe ? strrchr(exe, '/') : NULL;
    return json_pack("{s:o}", "id",
                     value_text(store_format("arrowdev_check/%s/%s",
                                             slash ? slash + 1
                                             : exe ? exe
                                                   : "",
                                             id ? id : "")));
}

struct writer {
    struct parts parts;
    z_stream deflate;
    size_t n_results, n_left_out;
};

/* At the fastest level: the sender's is no worse. */
static void count(struct writer *writer, const char *text) {
    unsigned char scratch[4096];
    writer->deflate.next_in = (unsigned char *)text;
    writer->deflate.avail_in = (unsigned)strlen(text);
    while (writer->deflate.avail_in) {
        writer->deflate.next_out = scratch;
        writer->deflate.avail_out = sizeof scratch;
        if (deflate(&writer->deflate, Z_NO_FLUSH) != Z_OK)
            return;
    }
}

static void add_result(struct writer *writer, const struct finding *finding) {
    if (writer->n_results == MOST_RESULTS || writer->deflate.total_out > MOST_BYTES) {
        writer->n_left_out++;
        return;
    }
    facts_begin();
    char *text = parts_dump(result_of(finding));
    facts_end();
    count(writer, text);
    parts_add(&writer->parts, text);
    free(text);
    writer->n_results++;
}

static void add_results(struct writer *writer, const struct tree *tree, bool suppressed,
                        enum severity severity) {
    for (size_t i = 0; i < tree->n_findings; i++)
        if ((tree->findings[i]->suppressed_by != NULL) == suppressed &&
            tree->findings[i]->severity == severity)
            add_result(writer, tree->findings[i]);
}

static void results(struct writer *writer, const struct report *report) {
    enum severity least = report->settings->report.verbosity > 0 ? SEVERITY_NOTE : SEVERITY_WARNING;
    if (deflateInit(&writer->deflate, Z_BEST_SPEED) != Z_OK)
        store_fail();
    parts_begin(&writer->parts, "results", '[');
    for (int suppressed = 0; suppressed <= 1; suppressed++)
        for (enum severity severity = SEVERITY_ERROR; severity >= least; severity--)
            add_results(writer, report->tree, suppressed, severity);
    parts_end(&writer->parts, ']');
    deflateEnd(&writer->deflate);
}

void sarif_render(const struct report *report, struct sheet *sheet) {
    struct writer writer = {.parts = {.sheet = sheet}};
    json_t *run = about_run(report);
    const char *cwd = member_text(run, "cwd");
    parts_begin(&writer.parts, NULL, '{');
    parts_member(&writer.parts, "$schema",
                 json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    parts_member(&writer.parts, "version", json_string("2.1.0"));
    parts_begin(&writer.parts, "runs", '[');
    parts_begin(&writer.parts, NULL, '{');
    parts_member(&writer.parts, "tool", tool());
    parts_member(&writer.parts, "taxonomies", taxonomies());
    parts_member(&writer.parts, "originalUriBaseIds", bases(report, cwd ? cwd : ""));
    parts_member(&writer.parts, "automationDetails", automation(run));
    parts_member(&writer.parts, "columnKind", json_string("unicodeCodePoints"));
    results(&writer, report);
    parts_member(&writer.parts, "invocations",
                 json_pack("[o]", invocation(report, run, writer.n_left_out)));
    parts_end(&writer.parts, '}');
    parts_end(&writer.parts, ']');
    parts_end(&writer.parts, '}');
    json_decref(run);
}
