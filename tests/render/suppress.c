/* suppress: what the lines of a file may say, what is said of wrong ones, and what they match. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/suppress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char said[4096], path[64];

static void keep(const char *complaint) {
    strcat(strcat(said, complaint), "\n");
}

static struct suppressions read_lines(const char *lines) {
    struct suppressions suppressions = {0};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(lines, file);
    fclose(file);
    said[0] = '\0';
    suppress_read(&suppressions, path, "", keep);
    return suppressions;
}

static int set_up(void **state) {
    snprintf(path, sizeof path, "/tmp/suppress.%d", (int)getpid());
    return 0;
}

static int tear_down(void **state) {
    return unlink(path);
}

static void good_lines_are_taken(void **state) {
    struct suppressions all = read_lines(
        "# a comment\n"
        "\n"
        "double-release reason:\"all of them\"\n"
        "  never-released\tfun:Sink::*  module:lib*.so py:etl.py:52 type:struct<*> reason:x # why\n"
        "stray-copy fun:\"operator new\" reason:\"a \\\"quoted\\\" # one\" until:2999-12-31\r\n"
        "stray-copy reason:\"over\" until:2001-01-01");
    assert_string_equal(said, "");
    assert_int_equal(all.n, 4);
    assert_string_equal(all.list[0].check->slug, "double-release");
    assert_null(all.list[0].patterns[PATTERN_FUN]);
    assert_string_equal(all.list[1].patterns[PATTERN_FUN], "Sink::*");
    assert_string_equal(all.list[1].patterns[PATTERN_PY], "etl.py:52");
    assert_string_equal(all.list[1].patterns[PATTERN_TYPE], "struct<*>");
    assert_string_equal(all.list[1].reason, "x");
    assert_string_equal(all.list[2].patterns[PATTERN_FUN], "operator new");
    assert_string_equal(all.list[2].reason, "a \"quoted\" # one");
    assert_false(all.list[2].is_expired);
    assert_true(all.list[3].is_expired);
    assert_true(strstr(all.list[3].place, ":6"));
}

static void wrong_lines_are_named(void **state) {
    static const char *const wrong[][2] = {
        {"double-release", "expected reason:\"TEXT\", why this is accepted"},
        {"double-release reason:", "the reason is empty, expected a sentence that tells why this"},
        {"double-release reason:\"\"", "the reason is empty"},
        {"double-release fun: reason:x", "\"fun:\" has no value"},
        {"doubel-release reason:x",
         "expected a check, not \"doubel-release\", did you mean double-release?"},
        {"double-release function:x reason:x",
         "expected fun, module, py, type, reason or until, not \"function\""},
        {"double-release Sink reason:x", "expected NAME:VALUE, not \"Sink\""},
        {"double-release reason:\"x", "quotes that are not closed"},
        {"double-release reason:x until:tomorrow",
         "until: expected a date as 2030-12-31, not \"tomorrow\""},
        {"double-release reason:x until:2030-13-01", "until: expected a date"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "\n%s\nstray-copy reason:x\n", wrong[i][0]);
        assert_int_equal(read_lines(lines).n, 1); /* the other one holds */
        char expected[256];
        snprintf(expected, sizeof expected, "%s:2: %s", path, wrong[i][1]);
        assert_memory_equal(said, expected, strlen(expected));
        assert_int_equal(strchr(said, '\n') - said, strlen(said) - 1);
    }
}

static void zero_bytes_are_no_text(void **state) {
    static const char lines[] =
        "stray-copy reason:x\n"
        "double-release reason:x\0 fun:f\n"
        "never-released reason:x\n";
    struct suppressions suppressions = {0};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(lines, 1, sizeof lines - 1, file), sizeof lines - 1);
    assert_int_equal(fclose(file), 0);
    said[0] = '\0';
    assert_false(suppress_read(&suppressions, path, "", keep));
    assert_int_equal(suppressions.n, 2);
    assert_non_null(strstr(said, ":2: expected text, not a zero byte\n"));
}

static void files_are_found_and_missed(void **state) {
    struct suppressions all = {0};
    said[0] = '\0';
    assert_false(suppress_read(&all, "nothing.supp", "/nonexistent", keep));
    assert_string_equal(said, "nothing.supp: No such file or directory\n");
    assert_false(suppress_read(&all, "/tmp", "", keep));
    said[0] = '\0';
    assert_true(suppress_read(&all, "", "", keep));
    assert_int_equal(all.n, 0);
    assert_true(suppress_read(&all, "known", "", keep));
    assert_string_equal(said, "");
    assert_true(all.n > 0 && all.list[0].is_known);
    read_lines("stray-copy reason:x\n");
    char list[128];
    snprintf(list, sizeof list, "known,%s", strrchr(path, '/') + 1);
    size_t n = all.n;
    assert_true(suppress_read(&all, list, "/tmp", keep));
    assert_int_equal(all.n, 2 * n + 1);
}

static void fail_on(const char *complaint) {
    fail_msg("%s", complaint);
}

/* A double release of an array: the user's function in libprod.so, then a line of a script. */
static struct tree some_finding(void) {
    struct tree tree = {0};
    int fd = memfd_create("record", MFD_CLOEXEC);
    dprintf(fd,
            "{\"k\":\"header\",\"version\":1,\"pid\":1,\"exe\":\"/bin/etl\",\"cwd\":\"/opt\"}\n"
            "{\"k\":\"module\",\"id\":0,\"path\":\"/opt/a/libprod.so.2\"}\n"
            "{\"k\":\"stack\",\"id\":1,\"frames\":[[0,4096],[\"/opt/etl.py\",\"load\",17]]}\n"
            "{\"k\":\"object\",\"id\":\"array#1\",\"kind\":\"ArrowArray\",\"type\":\"int64\"}\n"
            "{\"k\":\"finding\",\"id\":1,\"check\":\"double-release\",\"severity\":\"error\","
            "\"who\":\"etl\",\"objects\":[\"array#1\"],\"now\":1}\n");
    struct process *process = process_open(fd, NULL, "test", fail_on);
    assert_non_null(process);
    assert_true(process_rest(process));
    tree_add(&tree, process);
    tree_settle(&tree);
    return tree;
}

static bool is_suppressed(const char *line) {
    struct tree tree = some_finding();
    struct suppressions all = read_lines(line);
    assert_string_equal(said, "");
    suppress_apply(&all, &tree);
    bool is_so = tree.findings[0]->suppressed_by != NULL;
    assert_int_equal(all.list[0].n_matched, is_so);
    assert_int_equal(suppress_is_unused(&all.list[0]), !is_so && !all.list[0].is_expired);
    return is_so;
}

static void all_patterns_must_match(void **state) {
    static const char *const match[] = {"",
                                        "module:libprod.so.2",
                                        "module:libprod*",
                                        "module:*/a/libprod.so.2",
                                        "module:etl",
                                        "py:etl.py",
                                        "py:etl.py:17",
                                        "py:*.py:1*",
                                        "fun:load",
                                        "fun:l*d",
                                        "type:int64",
                                        "type:ArrowArray",
                                        "type:Arrow*",
                                        "fun:load module:libprod.so.* py:etl.py type:int*"};
    static const char *const no_match[] = {"module:libprod.so",   "module:libother*", "py:etl.py:1",
                                           "py:other.py",         "fun:loa",          "type:int32",
                                           "fun:load type:int32", "until:2001-01-01"};
    char line[128];
    for (size_t i = 0; i < sizeof match / sizeof *match; i++) {
        snprintf(line, sizeof line, "double-release %s reason:x", match[i]);
        assert_true(is_suppressed(line));
    }
    for (size_t i = 0; i < sizeof no_match / sizeof *no_match; i++) {
        snprintf(line, sizeof line, "double-release %s reason:x", no_match[i]);
        assert_false(is_suppressed(line));
    }
    assert_false(is_suppressed("stray-copy reason:x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_lines_are_taken),    cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(zero_bytes_are_no_text),  cmocka_unit_test(files_are_found_and_missed),
        cmocka_unit_test(all_patterns_must_match),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
