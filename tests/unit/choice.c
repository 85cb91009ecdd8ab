/* choice: the option `checks`: names, groups, severities, and words that are none. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/choice.h"

#include "tests/unit/scene/scene.h"

static enum severity severities[N_CHECKS];
static char complaints[1024];

static void choose(const char *list) {
    struct text text = text_begin(complaints, sizeof(complaints));
    for (unsigned i = 0; i < N_CHECKS; i++)
        severities[i] = finding_checks[i].severity;
    const struct tracker_options options = {.checks = list, .checks_at = {.number = 8}};
    choice_read(&options, severities, &text);
}

static unsigned count_changed(void) {
    unsigned n = 0;
    for (unsigned i = 0; i < N_CHECKS; i++)
        n += severities[i] != finding_checks[i].severity;
    return n;
}

static void nothing_changes_nothing(void **state) {
    choose("");
    assert_int_equal(count_changed(), 0);
    choose(",, ,double-release,all,lifetime");
    assert_int_equal(count_changed(), 0);
    assert_string_equal(complaints, "");
}

static void names_and_groups(void **state) {
    choose("-stray-copy");
    assert_int_equal(count_changed(), 1);
    assert_int_equal(severities[CHECK_STRAY_COPY], SEVERITY_OFF);
    choose("-streams,note:double-release, error:stray-copy");
    assert_int_equal(severities[CHECK_CONCURRENT_GET_NEXT], SEVERITY_OFF);
    assert_int_equal(severities[CHECK_CHUNK_ON_OTHER_DEVICE], SEVERITY_OFF);
    assert_int_equal(severities[CHECK_DOUBLE_RELEASE], SEVERITY_NOTE);
    assert_int_equal(severities[CHECK_STRAY_COPY], SEVERITY_ERROR);
    assert_int_equal(severities[CHECK_INCOMPLETE], SEVERITY_WARNING);
}

static void later_words_win(void **state) {
    choose("-all,double-release,warning:tool");
    assert_int_equal(severities[CHECK_DOUBLE_RELEASE], SEVERITY_ERROR);
    assert_int_equal(severities[CHECK_INCOMPLETE], SEVERITY_WARNING);
    assert_int_equal(severities[CHECK_NEVER_RELEASED], SEVERITY_OFF);
}

static void unknown_words_are_said(void **state) {
    choose("-dubble-release,-stray-copy,error:nonsense-that-is-near-nothing,-life");
    assert_int_equal(count_changed(), 1);
    assert_non_null(
        strstr(complaints,
               "option 'checks' at ARROWDEV_CHECK_OPTIONS column 8 names no check: "
               "'dubble-release', nearest is 'double-release'; the other words hold\n"));
    assert_non_null(strstr(complaints,
                           "column 36 names no check: 'nonsense-that-is-near-nothing'; "
                           "the other words hold\n"));
    assert_non_null(strstr(complaints, "column 72 names no check: 'life'"));
}

/* Nothing is said before the process shows a structure, and once is enough. */
static void complaints_wait_for_a_structure(void **state) {
    struct ArrowArray array = scene_array();
    scene_options.checks = "stray-copi";
    tracker_init(&scene_options, &scene_ops);
    assert_string_equal(scene_line, "");
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    assert_non_null(strstr(scene_line, "nearest is 'stray-copy'"));
    assert_null(strchr(scene_line, '\n'));
    scene_line[0] = '\0';
    scene_release(object, &array, APP, 2);
    array = scene_array();
    scene_release(scene_export(KIND_ARRAY, &array, APP, 1), &array, APP, 2);
    assert_string_equal(scene_line, "");
}

/* What is off is not said, but a second release is held back all the same. */
static void off_is_not_unsafe(void **state) {
    struct ArrowArray array = scene_array();
    scene_options.checks = "-all";
    tracker_init(&scene_options, &scene_ops);
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    scene_release(object, &array, APP, 2);
    assert_int_equal(scene_release(object, &array, APP, 3), VERDICT_REFUSE);
    assert_silent();
}

/* What is weaker here stays below what the user asked for. */
static void weaker_forms_stay_weaker(void **state) {
    struct ArrowArray array = scene_array();
    struct site site = scene_site(APP, 3);
    scene_options.checks = "note:use-after-release";
    tracker_init(&scene_options, &scene_ops);
    struct object *object = scene_export(KIND_ARRAY, &array, APP, 1);
    scene_release(object, &array, APP, 2);
    site.refused = true;
    scene_event((struct event){.kind = EVENT_IMPORT,
                               .object = object,
                               .self = (uintptr_t)&array,
                               .content = CONTENT_RELEASED},
                site);
    assert_int_equal(scene_only(CHECK_USE_AFTER_RELEASE)->severity, SEVERITY_NOTE);
}

#define TEST(name) cmocka_unit_test_setup(name, scene_setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(complaints_wait_for_a_structure),
        TEST(nothing_changes_nothing),
        TEST(names_and_groups),
        TEST(later_words_win),
        TEST(unknown_words_are_said),
        TEST(off_is_not_unsafe),
        TEST(weaker_forms_stay_weaker),
    };
    return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
