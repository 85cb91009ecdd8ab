/* live: the page as the launcher sees it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/live.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char folder[] = "/tmp/live.XXXXXX";
static char record[64], path[64];

static const struct live_page *seen(void) {
    static union {
        struct live_page page;
        char bytes[LIVE_PAGE_SIZE];
    } copy;
    int fd = open(path, O_RDONLY);
    ssize_t n = fd >= 0 ? read(fd, copy.bytes, sizeof(copy.bytes)) : -1;
    if (fd >= 0)
        close(fd);
    return n == (ssize_t)sizeof(copy.bytes) ? &copy.page : NULL;
}

static int set_up(void **state) {
    assert_non_null(mkdtemp(folder));
    snprintf(record, sizeof(record), "%s/1.jsonl", folder);
    snprintf(path, sizeof(path), "%s/1.live", folder);
    return 0;
}

static int tear_down(void **state) {
    unlink(path);
    return rmdir(folder);
}

static void without_a_folder_there_is_no_page(void **state) {
    live_begin("");
    live_begin("short");
    assert_false(live_is_on());
    live_add(LIVE_SEEN, 2);
    assert_int_equal(live_enter("array#1", "release", 5), 0);
    live_leave(0);
    live_begin("/nonexistent/folder/1.jsonl");
    assert_false(live_is_on());
}

static void what_was_counted_before_is_in_the_page(void **state) {
    live_begin(record);
    assert_true(live_is_on());
    assert_non_null(seen());
    assert_int_equal(seen()->magic, LIVE_MAGIC);
    assert_int_equal(seen()->version, LIVE_VERSION);
    assert_int_equal(seen()->pid, getpid());
    assert_int_equal(live_count(seen(), LIVE_SEEN), 2);
    live_add(LIVE_SEEN, 1);
    live_add(LIVE_ALIVE, 3);
    live_add(LIVE_ALIVE, -1);
    assert_int_equal(live_count(seen(), LIVE_SEEN), 3);
    assert_int_equal(live_count(seen(), LIVE_ALIVE), 2);
}

static unsigned running(const char *object) {
    unsigned n = 0;
    for (unsigned i = 0; i < LIVE_CALLBACKS; i++)
        n += seen()->callbacks[i].began_ns && strcmp(seen()->callbacks[i].object, object) == 0;
    return n;
}

static void callbacks_stand_there_while_they_run(void **state) {
    uint32_t first = live_enter("array#1", "release", 5), second = live_enter("stream#2", "x", 6);
    assert_true(first && second && first != second);
    assert_int_equal(running("array#1"), 1);
    const struct live_callback *entry = &seen()->callbacks[first - 1];
    assert_string_equal(entry->callback, "release");
    assert_int_equal(entry->stack, 5);
    live_leave(first);
    assert_int_equal(running("array#1"), 0);
    assert_int_equal(running("stream#2"), 1);
    live_leave(second);
    live_leave(0);
    live_leave(LIVE_CALLBACKS + 1);
}

static void more_than_there_is_room_for_are_counted(void **state) {
    uint32_t entered[LIVE_CALLBACKS + 2];
    for (unsigned i = 0; i < LIVE_CALLBACKS + 2; i++)
        entered[i] =
            live_enter("a name that is longer than the page's", "a callback that is too", i);
    assert_int_equal(entered[LIVE_CALLBACKS - 1] != 0, true);
    assert_int_equal(entered[LIVE_CALLBACKS], 0);
    assert_int_equal(live_count(seen(), LIVE_UNKEPT), 2);
    assert_int_equal(running("a name that is longer t"), LIVE_CALLBACKS);
    for (unsigned i = 0; i < LIVE_CALLBACKS + 2; i++)
        live_leave(entered[i]);
    assert_int_equal(running("a name that is longer t"), 0);
}

static void a_child_does_not_write_into_its_parents_page(void **state) {
    uint64_t before = live_count(seen(), LIVE_SEEN);
    pid_t child = fork();
    if (child == 0) {
        live_fork_child();
        live_add(LIVE_SEEN, 100);
        live_enter("array#9", "release", 1);
        _exit(live_is_on());
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(live_count(seen(), LIVE_SEEN), before);
    assert_int_equal(running("array#9"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_folder_there_is_no_page),
        cmocka_unit_test(what_was_counted_before_is_in_the_page),
        cmocka_unit_test(callbacks_stand_there_while_they_run),
        cmocka_unit_test(more_than_there_is_room_for_are_counted),
        cmocka_unit_test(a_child_does_not_write_into_its_parents_page),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
