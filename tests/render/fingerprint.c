/* fingerprint: what changes it and what must not. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/fingerprint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static void fail_on(const char *complaint) {
    fail_msg("%s", complaint);
}

/* The fingerprint of the one finding in a record of these frames. */
static const char *print_of(const char *check, const char *now, const char *before,
                            const char *origin) {
    int fd = memfd_create("record", MFD_CLOEXEC);
    dprintf(fd, "{\"k\":\"header\",\"version\":1,\"pid\":1,\"cwd\":\"/opt/me\"}\n");
    dprintf(fd, "{\"k\":\"module\",\"id\":0,\"path\":\"/opt/a/libprod.so.2.1\"}\n");
    dprintf(fd, "{\"k\":\"module\",\"id\":1,\"path\":\"/usr/lib/libprod.so.3\"}\n");
    dprintf(fd, "{\"k\":\"module\",\"id\":2,\"path\":\"/usr/lib/libarrow.so.2600\"}\n");
    const char *stacks[] = {now, before, origin};
    for (int i = 0; i < 3; i++)
        dprintf(fd, "{\"k\":\"stack\",\"id\":%d,\"frames\":[%s]}\n", i + 1, stacks[i]);
    dprintf(fd,
            "{\"k\":\"finding\",\"id\":1,\"check\":\"%s\",\"severity\":\"error\",\"now\":1,"
            "\"before\":2,\"origin\":3%s}\n",
            check, strcmp(check, "never-released") ? "" : ",\"group\":{\"live\":1}");
    struct process *process = process_open(fd, NULL, "test", fail_on);
    assert_non_null(process);
    assert_true(process_rest(process));
    assert_int_equal(process->n_findings, 1);
    return fingerprint_of(process->findings[0]);
}

#define LOAD "[\"/opt/me/etl.py\",\"load\",17]"
#define SAVE "[\"/opt/me/etl.py\",\"save\",21]"

static void it_is_the_same_for_other_lines_paths_addresses_and_versions(void **state) {
    const char *here = print_of("double-release", "[0,4096]," LOAD, SAVE, LOAD);
    assert_string_equal(here, print_of("double-release", "[1,\"0x9999\"],[\"etl.py\",\"load\",99]",
                                       "[\"/srv/app/etl.py\",\"save\",3]", ""));
}

static void it_changes_with_function_module_and_check(void **state) {
    const char *here = print_of("double-release", "[0,4096]," LOAD, SAVE, LOAD);
    assert_string_not_equal(here, print_of("double-release", "[0,4096]," SAVE, SAVE, LOAD));
    assert_string_not_equal(here, print_of("double-release", LOAD, SAVE, LOAD));
    assert_string_not_equal(here, print_of("double-release", "[0,4096]," LOAD, LOAD, LOAD));
    assert_string_not_equal(here, print_of("use-after-release", "[0,4096]," LOAD, SAVE, LOAD));
    assert_string_not_equal(print_of("double-release", "[\"ab.py\",\"c\",1]", "", ""),
                            print_of("double-release", "[\"b.py\",\"ca\",1]", "", ""));
}

static void frames_of_a_library_and_deep_ones_do_not_count(void **state) {
    const char *here = print_of("double-release", LOAD "," SAVE "," LOAD "," SAVE, SAVE, "");
    assert_string_equal(here, print_of("double-release",
                                       "[2,16]," LOAD ",[2,32]," SAVE "," LOAD "," SAVE "," SAVE,
                                       SAVE, ""));
    assert_string_not_equal(print_of("double-release", "[2,16]", SAVE, ""),
                            print_of("double-release", "", SAVE, ""));
}

static void without_before_the_origin_counts(void **state) {
    assert_string_equal(print_of("double-release", LOAD, "", SAVE),
                        print_of("double-release", LOAD, SAVE, SAVE));
}

static void it_looks_as_documented(void **state) {
    const char *one = print_of("double-release", LOAD, SAVE, "");
    unsigned now, before;
    int length = 0;
    assert_int_equal(sscanf(one, "adc1:double-release:%6x:%6x%n", &now, &before, &length), 2);
    assert_int_equal(strlen(one), length);
    assert_int_not_equal(now, before);
    const char *group = print_of("never-released", LOAD, "", SAVE);
    assert_int_equal(sscanf(group, "adc1:never-released:%6x%n", &now, &length), 1);
    assert_int_equal(strlen(group), length);
    assert_int_equal(now, before);
}

static void it_never_changes(void **state) {
    /* Suppressions and the trackers of code hosts keep these: a new recipe needs a new prefix. */
    assert_string_equal(print_of("double-release", LOAD, SAVE, ""),
                        "adc1:double-release:2d91cc:0c71f0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_same_for_other_lines_paths_addresses_and_versions),
        cmocka_unit_test(it_changes_with_function_module_and_check),
        cmocka_unit_test(frames_of_a_library_and_deep_ones_do_not_count),
        cmocka_unit_test(without_before_the_origin_counts),
        cmocka_unit_test(it_looks_as_documented),
        cmocka_unit_test(it_never_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
