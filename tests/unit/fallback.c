/* fallback: the report that the process makes itself, and what it says on standard error before. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fallback.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/base/thread.h"
#include "report/voice.h"
#include "tests/unit/unit.h"

static struct report_options options = {.format = "text,json",
                                        .log_path = "",
                                        .record_dir = "",
                                        .suppressions = "",
                                        .max_reports = 200,
                                        .max_reports_per_check = 10,
                                        .symbolize_timeout_s = 5};
/* A file that has a name: one without is let go of (report/voice.h). */
static char path[] = "/tmp/fallback.XXXXXX";
static int printed, standard_error;

static int set_up(void **state) {
    printed = mkostemp(path, O_CLOEXEC);
    standard_error = dup(2);
    dup2(printed, 2);
    thread_note_process();
    stack_init(32, NULL, NULL);
    return 0;
}

static int tear_down(void **state) {
    dup2(standard_error, 2);
    return unlink(path);
}

/** What was printed since the last call. */
static const char *output(void) {
    static char text[65536];
    ssize_t n = pread(printed, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    assert_int_equal(ftruncate(printed, 0), 0);
    lseek(printed, 0, SEEK_SET);
    return text;
}

static void the_first_line_says_who_and_what(void **state) {
    char expected[256];
    record_init(&options, NULL, NULL);
    record_note_hooks(41, "no CUDA");
    record_begin();
    record_begin();
    snprintf(expected, sizeof expected,
             "arrowdev_check " ARROWDEV_CHECK_VERSION
             " active in fallback (pid %d): 41 hooks, no CUDA, "
             "report arrowdev.fallback.%d.json\n",
             getpid(), getpid());
    assert_string_equal(output(), expected);
}

static void it_is_said_where_standard_error_led(void **state) {
    pid_t child = fork();
    if (child == 0) {
        close(2);
        record_say("after close");
        int theirs = memfd_create("theirs", 0);
        dup2(theirs, 2);
        record_say("after reuse");
        _exit(lseek(theirs, 0, SEEK_END) == 0 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_string_equal(output(), "after close\nafter reuse\n");
}

static void a_host_that_closed_all_but_its_own_is_served(void **state) {
    pid_t child = fork();
    if (child == 0) {
        closefrom(3);
        record_say("by the host's own");
        close(2);
        record_say("lost");
        _exit(0);
    }
    waitpid(child, NULL, 0);
    assert_string_equal(output(), "by the host's own\n");
}

static int capture(void *context) {
    *(stack_id *)context = stack_capture();
    return 0;
}

static stack_id stack_in(const char *library) {
    stack_id id = 0;
    void *handle = dlopen(library, RTLD_NOW);
    int (*call)(int (*)(void *), void *) =
        (int (*)(int (*)(void *), void *))dlsym(handle, "fixture_call");
    call(capture, &id);
    return id;
}

static void a_paragraph_has_names_and_offsets(void **state) {
    struct finding finding = {.check = CHECK_DOUBLE_RELEASE,
                              .severity = SEVERITY_ERROR,
                              .blame = BLAME_CONSUMER,
                              .now = stack_in(UNIT_FIXTURES "one.so"),
                              .before = stack_in(UNIT_FIXTURES "two.so"),
                              .n_objects = 1,
                              .objects = {"array#17"},
                              .who = "sink",
                              .message = "release of array#17 called a second time"};
    finding_report(&finding);
    finding_report(&finding);
    assert_non_null(strstr(output(),
                           "arrowdev_check: error: release of array#17 called a second "
                           "time [double-release] at one.so+0x"));
    fallback_write(&options, "there is no program", &(struct record_activity){.structs_seen = 3});
    const char *text = output();
    assert_non_null(strstr(text,
                           "without names and lines, and no file is written: there is no "
                           "program\n"));
    assert_non_null(strstr(text, "\narrowdev_check: report of fallback (pid "));
    const char *first = strstr(text, "\none.so+0x");
    assert_non_null(first);
    assert_non_null(strstr(first,
                           ": error: release of array#17 called a second time "
                           "[double-release]\n  what    array#17\n"));
    assert_non_null(strstr(text, "\n  who     consumer (sink)      2 times\n"));
    assert_non_null(strstr(text, "\n  now     #0 fixture_call  one.so+0x"));
    assert_non_null(strstr(text, "\n  before  #0 fixture_call  two.so+0x"));
    assert_null(strstr(text, "libc.so"));
    assert_non_null(strstr(text,
                           "arrowdev_check: 1 error, 0 warnings, 0 suppressed (3 structs, 0 "
                           "moves, 0 releases)\n"));
}

static void the_end_uses_it_when_there_is_no_program(void **state) {
    struct finding_counts counts = {0};
    assert_true(
        record_end(&(struct record_exit){.how = "exit"}, &(struct record_activity){0}, &counts));
    assert_int_equal(counts.errors, 1);
    assert_non_null(strstr(output(), "arrowdev-check lies neither beside this library"));
    /* Nothing has happened since: no second report, the same verdict. */
    counts.errors = 0;
    assert_false(
        record_end(&(struct record_exit){.how = "_exit"}, &(struct record_activity){0}, &counts));
    assert_int_equal(counts.errors, 1);
    assert_string_equal(output(), "");
}

static void quiet_leaves_findings_only(void **state) {
    options.quiet = true;
    fallback_write(&options, "reason", &(struct record_activity){0});
    const char *text = output();
    assert_null(strstr(text, "0 warnings"));
    assert_null(strstr(text, "report of"));
    options.max_reports = 0;
    fallback_write(&options, "reason", &(struct record_activity){0});
    assert_null(strstr(output(), "double-release"));
    options.quiet = false;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_says_who_and_what),
        cmocka_unit_test(it_is_said_where_standard_error_led),
        cmocka_unit_test(a_host_that_closed_all_but_its_own_is_served),
        cmocka_unit_test(a_paragraph_has_names_and_offsets),
        cmocka_unit_test(the_end_uses_it_when_there_is_no_program),
        cmocka_unit_test(quiet_leaves_findings_only),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
