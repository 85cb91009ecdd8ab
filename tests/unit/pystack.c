/* pystack: on each Python that the machine has, a program compares its captured stack with what the
 * interpreter says. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pystack.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/pylayout.h"
#include "tests/unit/unit.h"

#define MOST 16

/** Interpreters of a minor version, those without the GIL (a "t" at the end) too; duplicates do no
 * harm. */
static unsigned find_pythons(int minor, char paths[MOST][512]) {
    char patterns[5][512];
    const char *home = getenv("HOME"), *pyenv = getenv("PYENV_ROOT");
    snprintf(patterns[0], 512, "/usr/bin/python3.%d{,t}", minor);
    snprintf(patterns[1], 512, "/usr/local/bin/python3.%d{,t}", minor);
    snprintf(patterns[2], 512, "%s/.pyenv/versions/3.%d.*/bin/python3.%d{,t}", home ? home : "",
             minor, minor);
    snprintf(patterns[3], 512, "%s/versions/3.%d.*/bin/python3.%d{,t}", pyenv ? pyenv : "", minor,
             minor);
    snprintf(patterns[4], 512, UNIT_FIXTURES "../../freethreaded/bin/python3.%dt", minor);
    unsigned n = 0;
    for (unsigned i = 0; i < LENGTH(patterns); i++) {
        glob_t found;
        if (glob(patterns[i], GLOB_BRACE, NULL, &found) == 0)
            for (size_t at = 0; at < found.gl_pathc && n < MOST; at++)
                snprintf(paths[n++], 512, "%s", found.gl_pathv[at]);
        globfree(&found);
    }
    return n;
}

static int run(const char *python) {
    pid_t child = fork();
    if (child == 0) {
        alarm(300);
        setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
        execl(python, python, UNIT_SOURCES "fixture/frames.py", UNIT_FIXTURES "capture.so", NULL);
        _exit(127);
    }
    int status;
    waitpid(child, &status, 0);
    return status;
}

static void check(int minor) {
    char paths[MOST][512];
    unsigned n = find_pythons(minor, paths);
    if (n == 0)
        skip();
    for (unsigned i = 0; i < n; i++)
        if (run(paths[i]) != 0)
            fail_msg("%s says otherwise", paths[i]);
}

#define VERSION(minor)                                                                             \
    static void python_3_##minor(void **state) {                                                   \
        check(minor);                                                                              \
    }
VERSION(9)
VERSION(10)
VERSION(11)
VERSION(12)
VERSION(13)
VERSION(14)

static void without_python_there_is_none(void **state) {
    struct stack_frame frames[4];
    bool entry[4];
    assert_string_equal(pystack_version(), "");
    assert_int_equal(pystack_walk(frames, entry, 4, false), 0);
    assert_false(pystack_is_eval((uintptr_t)&check));
    assert_false(pystack_is_core((uintptr_t)&check));
}

static void an_unknown_version_has_no_layout(void **state) {
    struct pylayout layout;
    assert_false(pylayout_find(8, NULL, &layout));
    assert_false(pylayout_find(99, NULL, &layout));
    assert_false(pylayout_find(13, NULL, &layout));
}

/** What an interpreter tells of itself: all offsets are the same. */
static bool is_believed(uint64_t version, int asked, uint64_t free_threaded, uint64_t offset) {
    uint64_t words[100] = {0};
    struct pylayout layout;
    memcpy(words, "xdebugpy", 8);
    words[1] = version;
    words[2] = free_threaded;
    for (unsigned i = 3; i < LENGTH(words); i++)
        words[i] = offset;
    return pylayout_find(asked, words, &layout);
}

static void nonsense_is_not_believed(void **state) {
    uint64_t nothing[100] = {0};
    struct pylayout layout;
    assert_false(pylayout_find(13, nothing, &layout));
    assert_true(is_believed(0x030d00f0, 13, 0, 40));
    assert_true(is_believed(0x030d00f0, 13, 1, 40));
    assert_false(is_believed(0x030d00f0, 13, 0, 0));
    assert_false(is_believed(0x030d00f0, 13, 0, 1u << 20));
    assert_false(is_believed(0x030e00f0, 13, 0, 40)); /* of another version */
    assert_true(is_believed(0x030e00f0, 14, 0, 40));
    assert_true(is_believed(0x030e00f0, 14, 1, 40)); /* code of each thread's own */
    assert_false(is_believed(0x030f00f0, 15, 0, 40));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python_3_9),
        cmocka_unit_test(python_3_10),
        cmocka_unit_test(python_3_11),
        cmocka_unit_test(python_3_12),
        cmocka_unit_test(python_3_13),
        cmocka_unit_test(python_3_14),
        cmocka_unit_test(without_python_there_is_none),
        cmocka_unit_test(an_unknown_version_has_no_layout),
        cmocka_unit_test(nonsense_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
