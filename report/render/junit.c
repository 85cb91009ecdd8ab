/* junit: the report as JUnit's XML, for CI: a suite is a process, a case a check. One that passed
 * proves that the check could have found something there; where it could not it is skipped. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/checked.h"
#include "report/render/facts.h"
#include "report/render/format.h"
#include "report/render/markup.h"
#include "report/render/member.h"
#include "report/render/store.h"

#include <string.h>

/* What a process has of a check. */
struct cases {
    size_t n_failed, n_quiet; /* quiet: notes, and what is suppressed */
    const struct finding **failed, **quiet;
    const char *why_skipped; /* NULL: it passed, or failed */
};

struct suite {
    const struct process *process;
    struct cases *checks;
    unsigned n_failures, n_skipped;
};

static bool is_in(const struct finding *finding, const struct process *process) {
    for (size_t i = 0; i < finding->n_others; i++)
        if (finding->others[i] == process)
            return true;
    return finding->process == process;
}

static void sort(struct suite *suite, const struct tree *tree) {
    for (size_t i = 0; i < tree->n_findings; i++) {
        const struct finding *finding = tree->findings[i];
        if (!is_in(finding, suite->process))
            continue;
        struct cases *of = &suite->checks[finding->check - catalogue_checks];
        if (finding->suppressed_by || finding->severity == SEVERITY_NOTE)
            STORE_ADD(of->quiet, of->n_quiet) = finding;
        else
            STORE_ADD(of->failed, of->n_failed) = finding;
    }
    for (size_t c = 0; c < catalogue_n_checks; c++) {
        struct cases *of = &suite->checks[c];
        if (!of->n_failed && !of->n_quiet)
            of->why_skipped = checked_why_not(suite->process, &catalogue_checks[c]);
        suite->n_failures += of->n_failed > 0;
        suite->n_skipped += of->why_skipped != NULL;
    }
}

static const char *title_of(const struct cases *of) {
    const char *first = of->failed[0]->message;
    return of->n_failed == 1
               ? first
               : store_format("%s, and %s", first, sheet_counted(of->n_failed - 1, "more finding"));
}

/* Paragraphs, as many as text prints of a check. */
static void texts(const struct finding **findings, size_t n, const struct report *report,
                  struct sheet *sheet) {
    size_t most = (size_t)report->settings->report.max_reports_per_check;
    for (size_t i = 0; i < n && i < most; i++) {
        struct sheet text = {0};
        store_begin();
        sheet_add(&text, "\n");
        if (findings[i]->suppressed_by)
            sheet_format(&text, "suppressed: %s\n", findings[i]->suppressed_by->reason);
        text_finding(findings[i], &text);
        markup_add_lines(sheet, text.data);
        store_end();
    }
    if (n > most)
        sheet_format(sheet, "\n%s only counted (max_reports_per_check)\n",
                     sheet_counted(n - most, "more finding"));
}

static void testcase(const struct check *check, const struct cases *of, const struct report *report,
                     struct sheet *sheet) {
    sheet_format(sheet, "  <testcase classname=\"arrowdev.%s\" name=\"%s\" time=\"0\">\n",
                 check->group, check->slug);
    if (of->why_skipped) {
        sheet_add(sheet, "   <skipped");
        markup_attribute(sheet, "message", of->why_skipped);
        sheet_add(sheet, "/>\n");
    }
    if (of->n_failed) {
        sheet_format(sheet, "   <failure type=\"%s\"",
                     catalogue_severity_name(of->failed[0]->severity));
        markup_attribute(sheet, "message", title_of(of));
        sheet_add(sheet, ">");
        texts(of->failed, of->n_failed, report, sheet);
        sheet_add(sheet, "</failure>\n");
    }
    if (of->n_quiet) {
        sheet_add(sheet, "   <system-out>");
        texts(of->quiet, of->n_quiet, report, sheet);
        sheet_add(sheet, "</system-out>\n");
    }
    sheet_add(sheet, "  </testcase>\n");
}

static void begin_suite(const char *name, size_t n_tests, size_t n_failures, size_t n_skipped,
                        struct sheet *sheet) {
    sheet_add(sheet, " <testsuite");
    markup_attribute(sheet, "name", name);
    sheet_format(sheet, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\"", n_tests,
                 n_failures, n_skipped);
}

static void testsuite(const struct suite *suite, const struct report *report, struct sheet *sheet) {
    const struct process *process = suite->process;
    int64_t us = member_amount(process->end, "t_us", 0);
    const char *started = member_text(process->header, "started");
    begin_suite(tree_person(process), catalogue_n_checks, suite->n_failures, suite->n_skipped,
                sheet);
    sheet_format(sheet, " time=\"%lld.%03d\"", (long long)(us / 1000000), (int)(us / 1000 % 1000));
    if (started && *started)
        markup_attribute(sheet, "timestamp",
                         store_format("%.*s", (int)strcspn(started, "Z"), started));
    sheet_add(sheet, ">\n");
    for (size_t c = 0; c < catalogue_n_checks; c++)
        testcase(&catalogue_checks[c], &suite->checks[c], report, sheet);
    sheet_add(sheet, " </testsuite>\n");
}

/* A run that should have shown something and did not. */
static void unexercised(const struct report *report, struct sheet *sheet) {
    bool is_wanted = report->verdict->set_status >= 0;
    const char *tag = is_wanted ? "failure" : "skipped";
    begin_suite("arrowdev-check run", 1, is_wanted, !is_wanted, sheet);
    sheet_format(sheet,
                 ">\n  <testcase classname=\"arrowdev.run\" name=\"exercised\" time=\"0\">\n"
                 "   <%s message=\"not-exercised: no process showed what the run is for\"/>\n"
                 "  </testcase>\n </testsuite>\n",
                 tag);
}

void junit_render(const struct report *report, struct sheet *sheet) {
    sheet_add(sheet, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    sheet_add(sheet, "<testsuites name=\"arrowdev_check\">\n");
    if (!strcmp(report->verdict->word, "not-exercised"))
        unexercised(report, sheet);
    for (size_t i = 0; i < report->tree->n_processes; i++) {
        store_begin();
        struct suite suite = {.process = report->tree->processes[i],
                              .checks = store_new(catalogue_n_checks * sizeof *suite.checks)};
        sort(&suite, report->tree);
        testsuite(&suite, report, sheet);
        store_end();
    }
    sheet_add(sheet, "</testsuites>\n");
}
