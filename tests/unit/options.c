/* options: what the variable and files may say, and what is said of everything else. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/options.c"
#include "report/base/reader.c"

#include <fcntl.h>
#include <jansson.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static struct options options;
static char said[8192];

static void keep(const char *line) {
    strcat(said, line);
    strcat(said, "\n");
}

static void parse(const char *text) {
    memset(&options, 0xff, sizeof(options));
    said[0] = '\0';
    options_parse(&options, text, keep);
}

static void assert_said(const char *text, const char *expected) {
    parse(text);
    assert_string_equal(said, expected);
}

static char folder[] = "/tmp/options.XXXXXX";

static const char *file(const char *name, const char *content) {
    static char path[4][128];
    static unsigned at;
    char *place = path[at++ % 4];
    snprintf(place, sizeof(path[0]), "%s/%s", folder, name);
    FILE *out = fopen(place, "w");
    fputs(content, out);
    fclose(out);
    return place;
}

static void defaults_hold_without_a_variable(void **state) {
    parse(NULL);
    assert_string_equal(said, "");
    assert_int_equal(options.shim.exitcode, 97);
    assert_string_equal(options.shim.exitcode_on, "error");
    assert_true(options.shim.follow_fork);
    assert_false(options.shim.help);
    assert_true(options.tracker.leaks);
    assert_string_equal(options.tracker.checks, "");
    assert_int_equal(options.report.stack_depth, 32);
    assert_string_equal(options.report.color, "auto");
    assert_string_equal(options.report.record_dir, "");
    assert_said("", "");
    assert_said(" :: \n\t:", "");
}

static void values_are_read_between_separators(void **state) {
    assert_said("exitcode=5:leaks=0 stack_depth=7\nformat=text,json\tcolor=never:", "");
    assert_int_equal(options.shim.exitcode, 5);
    assert_false(options.tracker.leaks);
    assert_int_equal(options.report.stack_depth, 7);
    assert_string_equal(options.report.format, "text,json");
    assert_string_equal(options.report.color, "never");
}

static void the_later_one_wins(void **state) {
    assert_said("exitcode=5:exitcode=6", "");
    assert_int_equal(options.shim.exitcode, 6);
}

static void quotes_keep_separators(void **state) {
    assert_said("log_path=\"/a b:c\":strip_path_prefix='/x \"y\"/':exitcode=3", "");
    assert_string_equal(options.report.log_path, "/a b:c");
    assert_string_equal(options.report.strip_path_prefix, "/x \"y\"/");
    assert_int_equal(options.shim.exitcode, 3);
    assert_said("log_path=a\"b:hide_frames=", "");
    assert_string_equal(options.report.log_path, "a\"b");
    assert_string_equal(options.report.hide_frames, "");
}

static void a_colon_separates_only_before_a_name(void **state) {
    assert_said("checks=error:stray-copy,-streams:log_path=/a:b:exitcode=3::", "");
    assert_string_equal(options.tracker.checks, "error:stray-copy,-streams");
    assert_string_equal(options.report.log_path, "/a:b");
    assert_int_equal(options.shim.exitcode, 3);
    parse("leaks=0:exitcod");
    assert_non_null(strstr(said, "must be 0 or 1, not '0:exitcod'"));
    assert_said("checks=:exitcode=4", "");
    assert_string_equal(options.tracker.checks, "");
    assert_int_equal(options.shim.exitcode, 4);
}

static void an_unknown_name_is_said_with_its_nearest(void **state) {
    assert_said("leaks=0:exitcod=5",
                "arrowdev_check: option 'exitcod' at ARROWDEV_CHECK_OPTIONS column 9 is unknown, "
                "nearest is 'exitcode'; help=1 lists all\n");
    assert_false(options.tracker.leaks);
    assert_int_equal(options.shim.exitcode, 97);
    assert_said("  wibblewobble=1",
                "arrowdev_check: option 'wibblewobble' at ARROWDEV_CHECK_OPTIONS column 3 is "
                "unknown; help=1 lists all\n");
    assert_said("=5",
                "arrowdev_check: option '' at ARROWDEV_CHECK_OPTIONS column 1 is unknown; "
                "help=1 lists all\n");
}

static void numbers_go_to_the_end_of_their_type(void **state) {
    assert_said("copy_budget_d2h=0:copy_budget_h2d=9223372036854775807", "");
    assert_int_equal(options.tracker.copy_budget_d2h, 0);
    assert_int_equal(options.tracker.copy_budget_h2d, INT64_MAX);
    parse("copy_budget_d2h=9223372036854775808");
    assert_non_null(strstr(said, "must be a whole number, not '9223372036854775808'"));
}

static void a_bad_value_leaves_the_default(void **state) {
    assert_said("exitcode=256",
                "arrowdev_check: option 'exitcode' at ARROWDEV_CHECK_OPTIONS "
                "column 1 is out of range: '256'; allowed is 0..255, it is left as "
                "it was\n");
    assert_int_equal(options.shim.exitcode, 97);
    static const char *const numbers[] = {"",
                                          "x",
                                          "5x",
                                          "5 x",
                                          "0x5",
                                          "1.5",
                                          "--5",
                                          "+5",
                                          "-",
                                          "5\xff",
                                          "99999999999999999999999999"};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        char text[64];
        snprintf(text, sizeof(text), "exitcode=\"%s\"", numbers[i]);
        parse(text);
        assert_non_null(strstr(said, "must be a whole number, not '"));
        assert_int_equal(options.shim.exitcode, 97);
    }
    parse("exitcode=-1");
    assert_non_null(strstr(said, "out of range: '-1'"));
    parse("leaks=2");
    assert_non_null(strstr(said, "must be 0 or 1, not '2'"));
    assert_true(options.tracker.leaks);
    parse("leaks=00");
    assert_non_null(strstr(said, "must be 0 or 1, not '00'"));
    parse("leaks=");
    assert_non_null(strstr(said, "must be 0 or 1, not ''"));
    parse("color=alway:color=|:color=auto|never");
    assert_non_null(strstr(said,
                           "must be one of its words, not 'alway'; nearest is 'always', allowed is "
                           "auto|always|never, it is left as it was"));
    assert_non_null(strstr(said, "not '|'"));
    assert_non_null(strstr(said, "not 'auto|never'"));
    assert_string_equal(options.report.color, "auto");
}

static void words_of_a_list_are_known(void **state) {
    assert_said("format=json,text", "");
    assert_string_equal(options.report.format, "json,text");
    assert_said("require=:format=' text, json '", "");
    parse("format=text,jsn");
    assert_string_equal(said,
                        "arrowdev_check: option 'format' at ARROWDEV_CHECK_OPTIONS column 1 "
                        "must be a list of its words, not 'jsn'; nearest is 'json', allowed "
                        "is text|json|sarif|junit|html|trace, it is left as it was\n");
    assert_string_equal(options.report.format, "text");
    parse("format=,:require=structs,text|json");
    assert_non_null(strstr(said, "must be a list of its words, not ''"));
    assert_non_null(strstr(said, "not 'text|json'"));
    assert_string_equal(options.launch.require, "");
    parse("require=, ,");
    assert_non_null(strstr(said,
                           "option 'require' at ARROWDEV_CHECK_OPTIONS column 1 must be a "
                           "list of its words, not ''"));
}

static void complaints_know_where_checks_begin(void **state) {
    parse("leaks=0:checks=-all");
    assert_int_equal(options.tracker.places.checks.number, 16);
    assert_null(options.tracker.places.checks.file);
}

static void edges_of_ranges_are_inside(void **state) {
    assert_said("exitcode=0:verbosity=2:memory_budget_mb=65536:callback_timeout_ms=1", "");
    assert_int_equal(options.shim.exitcode, 0);
    assert_int_equal(options.report.verbosity, 2);
    assert_int_equal(options.tracker.memory_budget_mb, 65536);
    assert_int_equal(options.tracker.callback_timeout_ms, 1);
}

static void malformed_options_are_said_and_the_rest_holds(void **state) {
    assert_said("leaks:exitcode=3",
                "arrowdev_check: option 'leaks' at ARROWDEV_CHECK_OPTIONS "
                "column 1 has no value; it is left as it was\n");
    assert_int_equal(options.shim.exitcode, 3);
    assert_said("log_path=\"a:b exitcode=3",
                "arrowdev_check: option 'log_path' at ARROWDEV_CHECK_OPTIONS column 1 has no "
                "closing quote: '\"a:b exitcode=3'; it is left as it was\n");
    assert_string_equal(options.report.log_path, "");
    assert_said("log_path=\"a\"b exitcode=3",
                "arrowdev_check: option 'log_path' at ARROWDEV_CHECK_OPTIONS column 1 goes on "
                "after its quotes with 'b'; it is left as it was\n");
    assert_int_equal(options.shim.exitcode, 3);
    parse("a\xff\x01=\"\":b=\"");
    assert_non_null(strstr(said, "is unknown"));
}

static void files_give_lines(void **state) {
    const char *path = file("lines",
                            "# all of it\n"
                            "\n"
                            "  exitcode=5   # so\r\n"
                            "log_path=/a b:c#d\n"
                            "hide_frames=\"x # y\"\t# z\n"
                            "leaks=0");
    char text[256];
    snprintf(text, sizeof(text), "include=%s", path);
    assert_said(text, "");
    assert_int_equal(options.shim.exitcode, 5);
    assert_string_equal(options.report.log_path, "/a b:c#d");
    assert_string_equal(options.report.hide_frames, "x # y");
    assert_false(options.tracker.leaks);
    assert_string_equal(options.shim.include, path);
}

static void the_variable_wins_over_its_files(void **state) {
    char text[256];
    snprintf(text, sizeof(text), "exitcode=6:include=%s", file("over", "exitcode=5\nleaks=0\n"));
    assert_said(text, "");
    assert_int_equal(options.shim.exitcode, 6);
    assert_false(options.tracker.leaks);
}

static void complaints_about_a_file_name_its_line_once(void **state) {
    const char *path = file("wrong", "leaks=0\n\nexitcod=5\ncolor=blue\nquiet\n");
    char text[256], expected[1024];
    snprintf(text, sizeof(text), "include=%s", path);
    snprintf(expected, sizeof(expected),
             "arrowdev_check: option 'exitcod' at %s:3 is unknown, nearest is 'exitcode'; help=1 "
             "lists all\n"
             "arrowdev_check: option 'color' at %s:4 must be one of its words, not 'blue'; allowed "
             "is auto|always|never, it is left as it was\n"
             "arrowdev_check: option 'quiet' at %s:5 has no value; it is left as it was\n",
             path, path, path);
    assert_said(text, expected);
    assert_false(options.tracker.leaks);
}

static void files_may_include_files_but_not_for_ever(void **state) {
    char line[256], text[256];
    snprintf(line, sizeof(line), "include=%s\nleaks=0\n", file("inner", "exitcode=9\n"));
    snprintf(text, sizeof(text), "include=%s", file("outer", line));
    assert_said(text, "");
    assert_int_equal(options.shim.exitcode, 9);
    assert_false(options.tracker.leaks);
    snprintf(line, sizeof(line), "include=%s/itself\n", folder);
    snprintf(text, sizeof(text), "include=%s", file("itself", line));
    parse(text);
    assert_non_null(strstr(said, "is nested too deep at"));
}

static void files_that_cannot_be_read_are_said(void **state) {
    assert_said("include=/nowhere:exitcode=4",
                "arrowdev_check: option 'include' at ARROWDEV_CHECK_OPTIONS column 1 names a file "
                "that cannot be read: '/nowhere'; that file is not read\n");
    assert_int_equal(options.shim.exitcode, 4);
    parse("include=/");
    assert_non_null(strstr(said, "cannot be read: '/'"));
    parse("include=/dev/zero");
    assert_non_null(strstr(said, "over 64 KiB: '/dev/zero'"));
    assert_said("include=", "");
}

static const char *json_member(const char *json, const char *name) {
    static json_t *object;
    json_decref(object);
    object = json_loads(json, 0, NULL);
    assert_non_null(object);
    assert_int_equal(json_object_size(object), LENGTH(rows));
    return json_string_value(json_object_get(object, name));
}

static void json_tells_values_and_where_from(void **state) {
    char text[512], place[256];
    const char *path = file("from", "\nleaks=0\n");
    snprintf(text, sizeof(text), "log_path='a\"\\b':exitcode=7:include=%s", path);
    parse(text);
    assert_string_equal(json_member(options.values_json, "log_path"), "a\"\\b");
    json_t *values = json_loads(options.values_json, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(values, "exitcode")), 7);
    assert_int_equal(json_integer_value(json_object_get(values, "leaks")), 0);
    json_decref(values);
    assert_string_equal(json_member(options.from_json, "exitcode"), "env");
    assert_string_equal(json_member(options.from_json, "quiet"), "default");
    snprintf(place, sizeof(place), "%s:2", path);
    assert_string_equal(json_member(options.from_json, "leaks"), place);
}

static void long_values_are_kept_whole(void **state) {
    static char text[40000] = "log_path=";
    memset(text + 9, 'x', sizeof(text) - 10);
    assert_said(text, "");
    assert_int_equal(strlen(options.report.log_path), sizeof(text) - 10);
    assert_int_equal(strlen(json_member(options.values_json, "log_path")), sizeof(text) - 10);
}

static void help_names_every_option(void **state) {
    said[0] = '\0';
    options_help(NULL, keep);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char wanted[128];
        snprintf(wanted, sizeof(wanted), "\n  %s=%s ", rows[i].name, rows[i].standard);
        assert_non_null(strstr(said, wanted));
    }
    assert_non_null(strstr(said, "(0..255)\n"));
}

static int make_folder(void **state) {
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    char command[128];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command);
}

static void what_is_written_is_read_again(void **state) {
    char storage[1024];
    struct options again;
    parse("hide_frames='a b:c=d':strip_path_prefix=\"it's\":quiet=1:exitcode=5:record_dir=/x");
    struct text variable = text_begin(storage, sizeof(storage));
    assert_true(options_write(&options, &variable));
    assert_string_equal(storage,
                        "quiet='1':strip_path_prefix=\"it's\":hide_frames='a b:c=d':"
                        "exitcode='5'");
    options_parse(&again, storage, keep);
    assert_string_equal(said, "");
    assert_string_equal(again.report.hide_frames, "a b:c=d");
    assert_string_equal(again.report.strip_path_prefix, "it's");
    assert_int_equal(again.shim.exitcode, 5);
}

static void what_cannot_be_written_is_not(void **state) {
    char storage[1024];
    parse(NULL);
    struct text variable = text_begin(storage, sizeof(storage));
    assert_true(options_write(&options, &variable));
    assert_string_equal(storage, "");
    assert_true(options_set(&options, "hide_frames", "both ' and \""));
    assert_false(options_write(&options, &variable));
    assert_true(options_set(&options, "hide_frames", "too long"));
    variable = text_begin(storage, 12);
    assert_false(options_write(&options, &variable));
}

static void an_argument_is_an_option_of_the_stages(void **state) {
    static const char *const wrong[][3] = {
        {"exitcode=300", NULL, "exitcode: expected a number from 0..255, not \"300\""},
        {"exitcode=1", "report", "unknown option --exitcode"},
        {"exitcde=1", NULL, "unknown option --exitcde, did you mean --exitcode?"},
        {"color=blue", "report", "color: expected one of auto|always|never, not \"blue\""},
        {"=", NULL, "unknown option --"},
    };
    char storage[256];
    parse(NULL);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct text sentence = text_begin(storage, sizeof(storage));
        assert_false(options_argument(&options, wrong[i][0], wrong[i][1], &sentence));
        assert_string_equal(storage, wrong[i][2]);
    }
    assert_int_equal(options.shim.exitcode, 97);
    assert_true(options_argument(&options, "quiet", "report,shim", NULL));
    assert_true(options_argument(&options, "exitcode=3", "report,shim", NULL));
    assert_true(options.report.quiet);
    assert_int_equal(options.shim.exitcode, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold_without_a_variable),
        cmocka_unit_test(values_are_read_between_separators),
        cmocka_unit_test(the_later_one_wins),
        cmocka_unit_test(quotes_keep_separators),
        cmocka_unit_test(a_colon_separates_only_before_a_name),
        cmocka_unit_test(an_unknown_name_is_said_with_its_nearest),
        cmocka_unit_test(numbers_go_to_the_end_of_their_type),
        cmocka_unit_test(a_bad_value_leaves_the_default),
        cmocka_unit_test(words_of_a_list_are_known),
        cmocka_unit_test(complaints_know_where_checks_begin),
        cmocka_unit_test(edges_of_ranges_are_inside),
        cmocka_unit_test(malformed_options_are_said_and_the_rest_holds),
        cmocka_unit_test(files_give_lines),
        cmocka_unit_test(the_variable_wins_over_its_files),
        cmocka_unit_test(complaints_about_a_file_name_its_line_once),
        cmocka_unit_test(files_may_include_files_but_not_for_ever),
        cmocka_unit_test(files_that_cannot_be_read_are_said),
        cmocka_unit_test(json_tells_values_and_where_from),
        cmocka_unit_test(long_values_are_kept_whole),
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(what_cannot_be_written_is_not),
        cmocka_unit_test(an_argument_is_an_option_of_the_stages),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
