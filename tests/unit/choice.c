/* choice: the option `checks`: names, groups, severities, and words that are none. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/choice.h"

#include "tests/unit/scene/scene.h"

static struct finding_policy policy;
static const enum severity *severities = policy.severities;
static char complaints[1024];

static void choose(const char *list) {
    struct text text = text_begin(complaints, sizeof(complaints));
    const struct tracker_options options = {.checks = list,
                                            .halt_on = "",
                                            .latent = "error",
                                            .leaks = true,
                                            .places = {.checks = {.number = 8}}};
    choice_read(&options, &policy, &text);
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

static void checks_that_end_the_process(void **state) {
    char storage[1024];
    struct tracker_options given = {
        .checks = "", .halt_on = "double-release,streams,stray-copi", .latent = "warn"};
    struct text text = text_begin(storage, sizeof(storage));
    given.places.halt_on = (struct reader_place){.number = 9};
    choice_read(&given, &policy, &text);
    assert_true(policy.halts >> CHECK_DOUBLE_RELEASE & 1);
    assert_true(policy.halts >> CHECK_CONCURRENT_GET_NEXT & 1);
    assert_false(policy.halts >> CHECK_STRAY_COPY & 1);
    assert_true(policy.lowers_latent);
    assert_non_null(strstr(storage,
                           "option 'halt_on' at ARROWDEV_CHECK_OPTIONS column 32 names no "
                           "check: 'stray-copi', nearest is 'stray-copy'"));
    given.halt_on = "all";
    choice_read(&given, &policy, &text);
    assert_true(policy.halts == CHECK_BIT(N_CHECKS) - 1);
    given.halt_on = "";
    choice_read(&given, &policy, &text);
    assert_int_equal(policy.halts, 0);
    choose("");
    assert_false(policy.lowers_latent);
}

static void separators_alone_are_no_list(void **state) {
    choose(",, ");
    assert_int_equal(count_changed(), 0);
    assert_string_equal(complaints,
                        "arrowdev_check: option 'checks' at ARROWDEV_CHECK_OPTIONS "
                        "column 8 names no check: ',, '; the other words hold\n");
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
        TEST(checks_that_end_the_process),
        TEST(separators_alone_are_no_list),
        TEST(later_words_win),
        TEST(unknown_words_are_said),
        TEST(off_is_not_unsafe),
        TEST(weaker_forms_stay_weaker),
    };
    return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
