/* finding: what counts as one, whose severity holds, and the one line at once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/finding.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/record.h"
#include "tests/unit/unit.h"

static struct report_options options = {.format = "text",
                                        .log_path = "",
                                        .record_dir = "",
                                        .quiet = true,
                                        .max_reports = 200,
                                        .max_reports_per_check = 10};
static int said, standard_error;

static int set_up(void **state) {
    said = memfd_create("said", 0);
    standard_error = dup(2);
    dup2(said, 2);
    thread_note_process();
    record_init(&options, "{}", "{}");
    return 0;
}

static int tear_down(void **state) {
    dup2(standard_error, 2);
    return 0;
}

/** What was said since the last call. */
static const char *heard(void) {
    static char text[65536];
    ssize_t n = pread(said, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    assert_int_equal(ftruncate(said, 0), 0);
    lseek(said, 0, SEEK_SET);
    return text;
}

static unsigned lines(const char *text) {
    unsigned n = 0;
    while ((text = strchr(text, '\n'))) {
        n++;
        text++;
    }
    return n;
}

static struct finding some(enum check_id check, stack_id now, stack_id before) {
    struct finding finding = {.check = check,
                              .severity = finding_checks[check].severity,
                              .now = now,
                              .before = before,
                              .n_objects = 1,
                              .objects = {"array#1"}};
    strcpy(finding.message, "release of array#1 called a second time");
    return finding;
}

static uint32_t report(enum check_id check, stack_id now, stack_id before) {
    struct finding finding = some(check, now, before);
    return finding_report(&finding);
}

/** Each test begins with nothing found. */
static int forget(void **state) {
    finding_fork_child();
    finding_init(NULL);
    options.verbosity = 0;
    options.max_reports_per_check = 10;
    options.max_reports = 200;
    heard();
    return 0;
}

static void rows_are_as_they_stand(void **state) {
    const struct check *check = &finding_checks[CHECK_DOUBLE_RELEASE];
    assert_string_equal(check->slug, "double-release");
    assert_string_equal(check->group, "LIFETIME");
    assert_int_equal(check->severity, SEVERITY_ERROR);
    assert_int_equal(check->blame, BLAME_CONSUMER);
}

static void equal_ones_are_one(void **state) {
    uint32_t first = report(CHECK_DOUBLE_RELEASE, 5, 6);
    assert_int_not_equal(first, 0);
    assert_int_equal(report(CHECK_DOUBLE_RELEASE, 5, 6), first);
    assert_int_equal(report(CHECK_DOUBLE_RELEASE, 5, 6), first);
    assert_int_not_equal(report(CHECK_DOUBLE_RELEASE, 5, 7), first);
    assert_int_not_equal(report(CHECK_DOUBLE_RELEASE, 4, 6), first);
    assert_int_not_equal(report(CHECK_USE_AFTER_RELEASE, 5, 6), first);
    assert_int_equal(finding_counts().errors, 4);
    uint64_t count;
    assert_string_equal(finding_at(0, &count)->objects[0], "array#1");
    assert_int_equal(count, 3);
    assert_non_null(finding_at(3, &count));
    assert_int_equal(count, 1);
    assert_null(finding_at(4, &count));
    assert_int_equal(lines(heard()), 4);
}

/* An exit status of 0 for an error because a warning came first would be wrong. */
static void what_is_worse_is_another(void **state) {
    struct finding finding = some(CHECK_READ_BEFORE_EVENT, 5, 6);
    finding.severity = SEVERITY_WARNING;
    uint32_t weak = finding_report(&finding);
    assert_int_equal(finding_report(&finding), weak);
    finding.severity = SEVERITY_ERROR;
    assert_false(finding_is_known(&finding));
    uint32_t sure = finding_report(&finding);
    assert_int_not_equal(sure, weak);
    assert_int_equal(finding_counts().errors, 1);
    assert_int_equal(finding_counts().warnings, 1);
    assert_int_equal(finding_report(&finding), sure);
    finding.now = 7;
    sure = finding_report(&finding);
    finding.severity = SEVERITY_WARNING;
    assert_int_equal(finding_report(&finding), sure);
    assert_int_equal(finding_counts().errors, 2);
    assert_int_equal(finding_counts().warnings, 1);
}

static void leak_groups_differ_by_origin_and_kind(void **state) {
    struct finding group = some(CHECK_NEVER_RELEASED, 9, 0);
    group.group_made = group.group_live = 3;
    group.origin = 1;
    uint32_t first = finding_report(&group);
    group.origin = 2;
    assert_int_not_equal(finding_report(&group), first);
    group.origin = 1;
    assert_int_equal(finding_report(&group), first);
    strcpy(group.objects[0], "schema#1");
    assert_int_not_equal(finding_report(&group), first);
    struct finding plain = some(CHECK_DOUBLE_RELEASE, 9, 8);
    plain.origin = 1;
    first = finding_report(&plain);
    plain.origin = 2;
    assert_int_equal(finding_report(&plain), first);
}

static void the_trackers_severity_holds(void **state) {
    struct finding finding = some(CHECK_DOUBLE_RELEASE, 1, 1);
    finding.severity = SEVERITY_WARNING;
    finding_report(&finding);
    finding = some(CHECK_RELEASED_AFTER_MAIN, 1, 1);
    finding.severity = SEVERITY_ERROR;
    finding_report(&finding);
    struct finding_counts counts = finding_counts();
    assert_int_equal(counts.errors, 1);
    assert_int_equal(counts.warnings, 1);
    assert_int_equal(counts.notes, 0);
    const char *text = heard();
    assert_non_null(strstr(text,
                           "arrowdev_check: warning: release of array#1 called a second time "
                           "[double-release]"));
    assert_non_null(strstr(text, "arrowdev_check: error: "));
}

static struct finding_policy by_default(void) {
    struct finding_policy policy = {.halts = 0};
    for (unsigned i = 0; i < N_CHECKS; i++)
        policy.severities[i] = finding_checks[i].severity;
    return policy;
}

static void what_is_latent_is_lowered_when_asked_for(void **state) {
    struct finding_policy policy = by_default();
    struct finding latent = some(CHECK_DOUBLE_RELEASE, 1, 1);
    struct finding weak = some(CHECK_STRAY_COPY, 1, 1);
    latent.certainty = weak.certainty = CERTAINTY_LATENT;
    finding_report(&latent);
    assert_int_equal(finding_counts().errors, 1);
    policy.lowers_latent = true;
    finding_init(&policy);
    latent.now = 2;
    finding_report(&latent);
    finding_report(&weak);
    assert_int_equal(finding_counts().errors, 1);
    assert_int_equal(finding_counts().warnings, 2);
    report(CHECK_DOUBLE_RELEASE, 3, 1);
    assert_int_equal(finding_counts().errors, 2);
}

static void the_first_of_those_that_halt_is_marked(void **state) {
    struct finding_policy policy = by_default();
    policy.halts = 1ull << CHECK_DOUBLE_RELEASE;
    finding_init(&policy);
    report(CHECK_STRAY_COPY, 1, 1);
    assert_false(thread_self.halts);
    report(CHECK_DOUBLE_RELEASE, 1, 1);
    assert_true(thread_self.halts);
    thread_self.halts = false;
    report(CHECK_DOUBLE_RELEASE, 1, 1);
    assert_false(thread_self.halts);
    report(CHECK_DOUBLE_RELEASE, 2, 1);
    assert_true(thread_self.halts);
    thread_self.halts = false;
}

static void what_is_off_is_not_reported(void **state) {
    struct finding_policy policy = by_default();
    policy.severities[CHECK_USE_AFTER_RELEASE] = SEVERITY_OFF;
    finding_init(&policy);
    assert_int_equal(report(CHECK_USE_AFTER_RELEASE, 1, 1), 0);
    struct finding finding = some(CHECK_DOUBLE_RELEASE, 1, 1);
    finding.severity = SEVERITY_OFF;
    assert_int_equal(finding_report(&finding), 0);
    assert_int_equal(finding_counts().errors, 0);
    assert_string_equal(heard(), "");
}

static void notes_are_said_when_asked_for(void **state) {
    report(CHECK_RELEASED_AFTER_MAIN, 1, 1);
    assert_string_equal(heard(), "");
    options.verbosity = 1;
    report(CHECK_RELEASED_AFTER_MAIN, 2, 1);
    assert_int_equal(lines(heard()), 1);
    assert_int_equal(finding_counts().notes, 2);
}

static void the_last_line_of_a_check_says_so(void **state) {
    options.max_reports_per_check = 3;
    for (unsigned i = 1; i <= 5; i++)
        report(CHECK_DOUBLE_RELEASE, i, 1);
    const char *text = heard();
    assert_int_equal(lines(text), 3);
    const char *more = strstr(text, "counted only");
    assert_non_null(more);
    assert_string_equal(more + strcspn(more, "\n"), "\n");
    report(CHECK_USE_AFTER_RELEASE, 1, 1);
    assert_int_equal(lines(heard()), 1);
    assert_int_equal(finding_counts().errors, 6);
    options.max_reports = 4;
    report(CHECK_USE_AFTER_MOVE, 1, 1);
    assert_string_equal(heard(), "");
}

static void without_memory_it_still_counts(void **state) {
    pid_t child = fork();
    if (child == 0) {
        memory_init(memory_stats().mapped);
        while (memory_alloc(16))
            ;
        for (unsigned i = 1; i <= 100; i++)
            report(CHECK_DOUBLE_RELEASE, i, 1);
        _exit(finding_counts().errors == 100 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(rows_are_as_they_stand, forget),
        cmocka_unit_test_setup(equal_ones_are_one, forget),
        cmocka_unit_test_setup(what_is_worse_is_another, forget),
        cmocka_unit_test_setup(leak_groups_differ_by_origin_and_kind, forget),
        cmocka_unit_test_setup(the_trackers_severity_holds, forget),
        cmocka_unit_test_setup(what_is_latent_is_lowered_when_asked_for, forget),
        cmocka_unit_test_setup(the_first_of_those_that_halt_is_marked, forget),
        cmocka_unit_test_setup(what_is_off_is_not_reported, forget),
        cmocka_unit_test_setup(notes_are_said_when_asked_for, forget),
        cmocka_unit_test_setup(the_last_line_of_a_check_says_so, forget),
        cmocka_unit_test_setup(without_memory_it_still_counts, forget),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
