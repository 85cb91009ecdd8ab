/* settings: options from a header and a command line, and what is said of wrong ones. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/settings.h"

#include <string.h>

#include "report/base/nearest.h"
#include "tests/unit/unit.h"

static struct options settings;

static void the_defaults_are_those_of_the_rows(void **state) {
    options_parse(&settings, NULL, NULL);
    assert_string_equal(settings.report.format, "text");
    assert_int_equal(settings.report.max_reports_per_check, 10);
    assert_int_equal(settings.shim.exitcode, 97);
    assert_string_equal(settings.shim.exitcode_on, "error");
    assert_false(settings.report.quiet);
}

static void a_header_sets_what_it_names(void **state) {
    json_t *header = json_loads(
        "{\"options\":{\"exitcode\":0,\"quiet\":true,\"color\":\"never\","
        "\"max_reports\":\"many\",\"checks\":\"leaks\",\"unheard_of\":1}}",
        0, NULL);
    struct process process = {.header = header};
    options_parse(&settings, NULL, NULL);
    settings_read(&settings, &process);
    assert_int_equal(settings.shim.exitcode, 0);
    assert_true(settings.report.quiet);
    assert_string_equal(settings.report.color, "never");
    assert_int_equal(settings.report.max_reports, 200);
    json_decref(header);
}

static void severities_are_as_the_list_has_them(void **state) {
    static const struct {
        const char *checks;
        enum severity severity; /* of callback-stuck */
    } lists[] = {{"", SEVERITY_WARNING},
                 {"-callback-stuck", SEVERITY_OFF},
                 {"-lifetime", SEVERITY_OFF},
                 {"-streams,-all", SEVERITY_OFF},
                 {"-all,callback-stuck", SEVERITY_WARNING},
                 {"error:callback-stuck", SEVERITY_ERROR},
                 {"-all, note:lifetime", SEVERITY_NOTE},
                 {"-callback-stuck-or-so,error:double-release", SEVERITY_WARNING}};
    options_parse(&settings, NULL, NULL);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        settings.tracker.checks = lists[i].checks;
        assert_int_equal(settings_severity(&settings, catalogue_find("callback-stuck")),
                         lists[i].severity);
    }
}

static void halting_checks_stop_where_asked(void **state) {
    const struct check *check = catalogue_find("double-release");
    options_parse(&settings, NULL, NULL);
    settings.tracker.halt_on = "stray-copy,lifetime";
    assert_false(settings_stops(&settings, check));
    settings.shim.stop = "wait";
    assert_true(settings_stops(&settings, check));
    settings.tracker.halt_on = "stray-copy,form";
    assert_false(settings_stops(&settings, check));
    settings.tracker.halt_on = "all";
    assert_true(settings_stops(&settings, check));
}

static void good_arguments_are_taken(void **state) {
    options_parse(&settings, NULL, NULL);
    assert_null(settings_set(&settings, "max_reports=3"));
    assert_int_equal(settings.report.max_reports, 3);
    assert_null(settings_set(&settings, "quiet"));
    assert_true(settings.report.quiet);
    assert_null(settings_set(&settings, "color=always"));
    assert_null(settings_set(&settings, "hide_frames="));
}

static void wrong_arguments_are_explained(void **state) {
    static const char *const wrong[][2] = {
        {"colr=never", "unknown option --colr, did you mean --color?"},
        {"zzzzzzzz", "unknown option --zzzzzzzz"},
        {"exitcode=3", "unknown option --exitcode"},
        {"quiet=2", "quiet: expected 0 or 1, not \"2\""},
        {"color=alway", "color: expected one of auto|always|never, not \"alway\""},
        {"color=", "color: expected one of auto|always|never, not \"\""},
        {"max_reports=0", "max_reports: expected a number from 1..100000, not \"0\""},
        {"max_reports=1e3", "max_reports: expected a number from 1..100000, not \"1e3\""},
        {"max_reports=99999999999999999999",
         "max_reports: expected a number from 1..100000, not \"99999999999999999999\""},
    };
    options_parse(&settings, NULL, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *complaint = settings_set(&settings, wrong[i][0]);
        assert_non_null(complaint);
        assert_memory_equal(complaint, wrong[i][1], strlen(wrong[i][1]));
    }
    assert_int_equal(settings.report.max_reports, 200);
}

static void words_of_a_list_are_whole_words(void **state) {
    assert_true(settings_has("text,json", "json"));
    assert_true(settings_has("json, text", "text"));
    assert_true(settings_has("text", "text"));
    assert_false(settings_has("jsonl,text", "json"));
    assert_false(settings_has("", "json"));
}

static void the_nearest_word_is_near(void **state) {
    static const char *const words[] = {"report", "explain", "--help", "--version"};
    assert_string_equal(nearest_of("reprot", words, 4), "report");
    assert_string_equal(nearest_of("explan", words, 4), "explain");
    assert_string_equal(nearest_of("-help", words, 4), "--help");
    assert_null(nearest_of("selftest", words, 4));
    assert_null(nearest_of("", words, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_the_rows),
        cmocka_unit_test(a_header_sets_what_it_names),
        cmocka_unit_test(severities_are_as_the_list_has_them),
        cmocka_unit_test(halting_checks_stop_where_asked),
        cmocka_unit_test(good_arguments_are_taken),
        cmocka_unit_test(wrong_arguments_are_explained),
        cmocka_unit_test(words_of_a_list_are_whole_words),
        cmocka_unit_test(the_nearest_word_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
