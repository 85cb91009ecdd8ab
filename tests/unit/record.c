/* record: every kind of line is JSON with the members its contract names; a host that closes or
 * takes over our descriptor, a full disk, a fork. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/record.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "tests/unit/unit.h"

static char folder[] = "/tmp/arrowdev_check-unit-XXXXXX";
static char path[128];
static struct report_options options = {.format = "text", .log_path = "", .record_dir = folder};

/* Lines of the record, parsed. */
static json_t *lines[20000];
static size_t n_lines;

/** Parse the record; every line must be an object with its kind. */
static void read_record(void) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    assert_non_null(file);
    for (size_t i = 0; i < n_lines; i++)
        json_decref(lines[i]);
    n_lines = 0;
    while ((length = getline(&line, &size, file)) > 0) {
        json_error_t error;
        assert_int_equal(line[length - 1], '\n');
        lines[n_lines] = json_loads(line, 0, &error);
        assert_non_null(lines[n_lines]);
        assert_true(json_is_string(json_object_get(lines[n_lines], "k")));
        n_lines++;
    }
    free(line);
    fclose(file);
}

/** The last line of a kind, NULL when there is none. */
static json_t *last(const char *kind) {
    for (size_t i = n_lines; i-- > 0;)
        if (strcmp(json_string_value(json_object_get(lines[i], "k")), kind) == 0)
            return lines[i];
    return NULL;
}

static unsigned count(const char *kind) {
    unsigned n = 0;
    for (size_t i = 0; i < n_lines; i++)
        n += strcmp(json_string_value(json_object_get(lines[i], "k")), kind) == 0;
    return n;
}

/** The types of a line's members as "name:t name:t": s string, i integer, b bool, n null, a array,
 * o object; x any. */
static void assert_members(const json_t *line, const char *expected) {
    char words[512];
    unsigned n = 1; /* k */
    assert_non_null(line);
    strcpy(words, expected);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "), n++) {
        char *type = strchr(word, ':');
        *type++ = '\0';
        const json_t *value = json_object_get(line, word);
        if (!value)
            fail_msg("no member %s", word);
        char is = json_is_string(value)    ? 's'
                  : json_is_integer(value) ? 'i'
                  : json_is_boolean(value) ? 'b'
                  : json_is_null(value)    ? 'n'
                  : json_is_array(value)   ? 'a'
                                           : 'o';
        if (*type != 'x' && *type != is)
            fail_msg("member %s is %c, not %c", word, is, *type);
    }
    assert_int_equal(json_object_size(line), n);
}

static const char *text_of(const json_t *line, const char *name) {
    return json_string_value(json_object_get(line, name));
}

static json_int_t number_of(const json_t *line, const char *name) {
    return json_integer_value(json_object_get(line, name));
}

static int capture(void *context) {
    *(stack_id *)context = stack_capture();
    return 0;
}

static stack_id some_stack(int depth) {
    static void *library;
    stack_id id = 0;
    if (!library)
        library = dlopen(UNIT_FIXTURES "one.so", RTLD_NOW);
    int (*deep)(int (*)(void *), void *, int) =
        (int (*)(int (*)(void *), void *, int))dlsym(library, "fixture_deep");
    deep(capture, &id, depth);
    return id;
}

static struct finding some_finding(void) {
    struct finding finding = {.check = CHECK_DOUBLE_RELEASE,
                              .severity = SEVERITY_ERROR,
                              .certainty = CERTAINTY_INFERRED,
                              .blame = BLAME_LAST_HOLDER,
                              .tid = 7,
                              .time_ns = 5000000,
                              .now = some_stack(2),
                              .before = some_stack(3),
                              .n_objects = 2,
                              .n_events = 2,
                              .objects = {"array#1", "schema#1"},
                              .events = {3, 9},
                              .who = "libx.so",
                              .message = "a \"quoted\" message"};
    return finding;
}

static int set_up(void **state) {
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/%d.jsonl", folder, getpid());
    thread_note_process();
    stack_init(32, NULL, NULL);
    record_init(&options, "{\"exitcode\":97}", "{\"exitcode\":\"env\"}");
    record_begin();
    return record_is_begun() ? 0 : -1;
}

static int tear_down(void **state) {
    char command[160];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void the_header_comes_first(void **state) {
    read_record();
    const json_t *header = lines[0];
    assert_string_equal(text_of(header, "k"), "header");
    assert_members(header,
                   "version:i tool:s run_id:s pid:i ppid:i parent:n exe:s argv:a cwd:s "
                   "started:s options:o options_from:o environment:o spec:o");
    assert_int_equal(number_of(header, "version"), 1);
    assert_int_equal(number_of(header, "pid"), getpid());
    assert_string_equal(text_of(header, "exe"), module_self()->path);
    assert_int_equal(number_of(json_object_get(header, "options"), "exitcode"), 97);
    assert_int_equal(json_array_size(json_object_get(header, "argv")), 1);
    const json_t *environment = json_object_get(header, "environment");
    assert_non_null(strstr(text_of(environment, "libc"), "glibc 2."));
    assert_true(json_is_null(json_object_get(environment, "python")));
}

static void the_start_is_a_date(void **state) {
    char expected[32];
    time_t now = time(NULL);
    strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    read_record();
    const char *started = text_of(lines[0], "started");
    assert_int_equal(strlen(started), strlen(expected));
    /* The minute may have changed since. */
    assert_memory_equal(started, expected, strlen("2026-01-31T12:"));
}

static void a_finding_brings_its_stacks_and_modules(void **state) {
    struct finding finding = some_finding();
    record_finding(1, &finding);
    read_record();
    const json_t *line = last("finding");
    assert_members(line,
                   "id:i check:s severity:s certainty:s blame:s who:s t_us:i tid:i message:s "
                   "note:s objects:a events:a now:i before:i origin:i callback:n");
    assert_string_equal(text_of(line, "check"), "double-release");
    assert_string_equal(text_of(line, "severity"), "error");
    assert_string_equal(text_of(line, "certainty"), "inferred");
    assert_string_equal(text_of(line, "blame"), "last holder");
    assert_string_equal(text_of(line, "message"), "a \"quoted\" message");
    assert_int_equal(number_of(line, "t_us"), 5000);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(line, "events"), 1)), 9);
    assert_int_equal(count("stack"), 2);
    assert_true(count("module") >= 2); /* the fixture and libc */
    const json_t *stack = last("stack");
    assert_members(stack, "id:i hash:s frames:a truncated:b");
    assert_int_equal(number_of(stack, "id"), number_of(line, "before"));
    const json_t *frame = json_array_get(json_object_get(stack, "frames"), 0);
    const struct module *module = module_get((int)json_integer_value(json_array_get(frame, 0)));
    assert_string_equal(module->name, "one.so");
    uintptr_t pc = module->base + (uintptr_t)json_integer_value(json_array_get(frame, 1));
    assert_true(pc > module->begin && pc < module->end);
    assert_members(last("module"), "id:i path:s build_id:x base:s unloaded:b system:b");

    size_t before = n_lines;
    record_finding(2, &finding); /* stacks once, modules once */
    read_record();
    assert_int_equal(n_lines, before + 1);
}

static void a_finding_brings_the_callback_it_is_about(void **state) {
    struct finding finding = some_finding();
    finding.callback = "get_next";
    finding.callback_code = (uintptr_t)&tear_down;
    record_finding(11, &finding);
    read_record();
    const json_t *callback = json_object_get(last("finding"), "callback");
    assert_string_equal(json_string_value(json_array_get(callback, 0)), "get_next");
    assert_int_equal(json_integer_value(json_array_get(callback, 1)), module_self()->id);
    assert_int_equal(json_integer_value(json_array_get(callback, 2)),
                     (uintptr_t)&tear_down - module_self()->base);
}

static void a_leak_group_has_its_numbers(void **state) {
    struct finding finding = some_finding();
    finding.group_live = 2;
    finding.group_made = 5;
    finding.group_bytes = 4096;
    strcpy(finding.trend, "grows");
    record_finding(3, &finding);
    read_record();
    const json_t *group = json_object_get(last("finding"), "group");
    assert_int_equal(number_of(group, "live"), 2);
    assert_int_equal(number_of(group, "made"), 5);
    assert_int_equal(number_of(group, "bytes"), 4096);
    assert_string_equal(text_of(group, "trend"), "grows");
}

static void objects_events_and_counts_are_written(void **state) {
    struct record_object object = {.id = "array#17",
                                   .kind = "ArrowArray",
                                   .type = "struct<\xff: int64>",
                                   .length = 12,
                                   .bytes_host = 100,
                                   .device = "cpu",
                                   .state = "live",
                                   .origin = some_stack(4),
                                   .release = (uintptr_t)&tear_down,
                                   .release_module = module_of((uintptr_t)&tear_down),
                                   .n_addresses = 2,
                                   .addresses = {{0x10, 1, 2}, {0x20, 3, 0}}};
    record_object(&object);
    struct record_event event = {.seq = 4,
                                 .time_ns = 9000,
                                 .tid = (uint32_t)getpid(),
                                 .kind = "release",
                                 .object = "array#17",
                                 .stack = some_stack(5),
                                 .bytes = -1};
    record_event(&event);
    struct finding_kinds kinds = {2, {{"array", 30}, {"schema", 10}}};
    record_count(1, 40, 7000, &kinds);
    read_record();
    const json_t *line = last("object");
    assert_members(line,
                   "id:s kind:s type:s length:i bytes_host:i bytes_device:i device:s "
                   "parent:n producer:n consumer:n state:s origin:i release:a addresses:a");
    assert_string_equal(text_of(line, "type"), "struct<\xef\xbf\xbd: int64>");
    const json_t *release = json_object_get(line, "release");
    assert_int_equal(json_integer_value(json_array_get(release, 0)), module_self()->id);
    const json_t *second = json_array_get(json_object_get(line, "addresses"), 1);
    assert_string_equal(json_string_value(json_array_get(second, 0)), "0x20");
    assert_true(json_is_null(json_array_get(second, 2)));
    line = last("event");
    assert_members(line,
                   "seq:i t_us:i tid:i thread:s kind:s object:s actor:n owner_after:n "
                   "stack:i bytes:n note:n");
    assert_string_equal(text_of(line, "thread"), "main");
    assert_members(last("count"), "finding:i count:i t_us:i kinds:o");
}

static void the_end_says_how_and_what(void **state) {
    const struct record_hook hooks[] = {{"PyCapsule_GetPointer", "active", 7}};
    const char *const limits[] = {"a \"limit\""};
    struct record_activity activity = {
        .structs_seen = 3, .n_hooks = 1, .hooks = hooks, .n_limits = 1, .limits = limits};
    struct finding_counts counts;
    assert_false(record_end(&(struct record_exit){.how = "exit", .status = 5}, &activity, &counts));
    read_record();
    const json_t *end = lines[n_lines - 1];
    assert_members(end, "t_us:i exit:o activity:o budget:o dropped:i");
    const json_t *how = json_object_get(end, "exit");
    assert_string_equal(text_of(how, "how"), "exit");
    assert_int_equal(number_of(how, "app_status"), 5);
    assert_true(json_is_null(json_object_get(how, "signal")));
    const json_t *seen = json_object_get(end, "activity");
    assert_int_equal(number_of(seen, "structs_seen"), 3);
    const json_t *hook = json_array_get(json_object_get(seen, "hooks"), 0);
    assert_string_equal(text_of(hook, "symbol"), "PyCapsule_GetPointer");
    assert_true(json_array_size(json_object_get(seen, "limits")) >= 1);
    assert_int_equal(number_of(end, "dropped"), 0);
    record_end(&(struct record_exit){.how = "signal", .status = -1, .signal = 11}, &activity,
               &counts);
    read_record();
    how = json_object_get(lines[n_lines - 1], "exit");
    assert_int_equal(number_of(how, "signal"), 11);
    assert_true(json_is_null(json_object_get(how, "app_status")));
}

static uint64_t eleven(void) {
    return 11;
}

static void an_unloaded_module_is_written_again(void **state) {
    void *library = dlopen(UNIT_FIXTURES "two.so", RTLD_NOW);
    int (*call)(int (*)(void *), void *) =
        (int (*)(int (*)(void *), void *))dlsym(library, "fixture_call");
    struct finding finding = some_finding();
    struct finding_counts counts;
    call(capture, &finding.now);
    record_finding(4, &finding);
    read_record();
    size_t before = count("module");
    dlclose(library);
    module_date_by(eleven);
    record_end(&(struct record_exit){.how = "exit"}, &(struct record_activity){0}, &counts);
    read_record();
    assert_int_equal(count("module"), before + 1);
    assert_non_null(strstr(text_of(last("module"), "path"), "two.so"));
    assert_true(json_is_true(json_object_get(last("module"), "unloaded")));
    assert_int_equal(number_of(last("module"), "unloaded_at"), 11);
}

static void a_crash_inside_the_record_waits_for_nothing(void **state) {
    struct finding finding = some_finding();
    /* As if the handler had interrupted us there: our own thread has the lock. */
    struct lock twin = {.rank = LOCK_RECORD};
    lock_acquire(&twin);
    record_finding(5, &finding);
    record_say("nothing");
    lock_release(&twin);
    record_finding(6, &finding);
    read_record();
    assert_int_equal(number_of(last("finding"), "id"), 6);
}

/** The number our file has, found by its target. */
static int our_descriptor(void) {
    DIR *all = opendir("/proc/self/fd");
    struct dirent *entry;
    int found = -1;
    while ((entry = readdir(all))) {
        char target[256];
        ssize_t n = readlinkat(dirfd(all), entry->d_name, target, sizeof target - 1);
        target[n > 0 ? n : 0] = '\0';
        if (strcmp(target, path) == 0)
            found = atoi(entry->d_name);
    }
    closedir(all);
    return found;
}

static void our_descriptor_is_high_and_not_inherited(void **state) {
    int fd = our_descriptor();
    assert_true(fd >= 500);
    assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
}

static void a_closed_descriptor_is_opened_again(void **state) {
    struct finding finding = some_finding();
    close(our_descriptor());
    record_finding(7, &finding);
    read_record();
    assert_int_equal(number_of(last("finding"), "id"), 7);
}

static void a_number_that_the_host_reuses_is_the_hosts(void **state) {
    struct finding finding = some_finding();
    int fd = our_descriptor(), theirs = memfd_create("theirs", 0);
    struct stat status;
    dup2(theirs, fd);
    record_finding(8, &finding);
    fstat(theirs, &status);
    assert_int_equal(status.st_size, 0);
    read_record();
    assert_int_equal(number_of(last("finding"), "id"), 8);
    close(fd);
    close(theirs);
}

static void a_full_disk_costs_whole_lines(void **state) {
    struct finding finding = some_finding();
    struct finding_counts counts;
    struct rlimit old, low;
    struct stat status;
    signal(SIGXFSZ, SIG_DFL);
    stat(path, &status);
    getrlimit(RLIMIT_FSIZE, &old);
    low = old;
    low.rlim_cur = (rlim_t)status.st_size + 50; /* a part of a line fits */
    setrlimit(RLIMIT_FSIZE, &low);
    record_finding(9, &finding);
    setrlimit(RLIMIT_FSIZE, &old);
    read_record();
    assert_int_equal(number_of(last("finding"), "id"), 8);
    record_finding(10, &finding);
    record_end(&(struct record_exit){.how = "exit"}, &(struct record_activity){0}, &counts);
    read_record();
    assert_int_equal(number_of(last("finding"), "id"), 10);
    assert_true(number_of(last("end"), "dropped") > 0);
}

static void a_forked_child_has_its_own(void **state) {
    struct finding finding = some_finding();
    size_t before = n_lines;
    pid_t child = fork();
    if (child == 0) {
        thread_fork_child();
        record_fork_child();
        bool is_quiet = !record_is_begun();
        record_begin();
        record_finding(1, &finding);
        _exit(is_quiet ? 0 : 1);
    }
    int exit_status;
    waitpid(child, &exit_status, 0);
    assert_int_equal(exit_status, 0);
    read_record();
    assert_int_equal(n_lines, before);
    snprintf(path, sizeof path, "%s/%d.jsonl", folder, child);
    read_record();
    assert_int_equal(number_of(lines[0], "parent"), getpid());
    assert_int_equal(count("finding"), 1);
    assert_int_equal(count("stack"), 2); /* its own, though the parent had written them */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_comes_first),
        cmocka_unit_test(the_start_is_a_date),
        cmocka_unit_test(a_finding_brings_its_stacks_and_modules),
        cmocka_unit_test(a_finding_brings_the_callback_it_is_about),
        cmocka_unit_test(a_leak_group_has_its_numbers),
        cmocka_unit_test(objects_events_and_counts_are_written),
        cmocka_unit_test(the_end_says_how_and_what),
        cmocka_unit_test(an_unloaded_module_is_written_again),
        cmocka_unit_test(a_crash_inside_the_record_waits_for_nothing),
        cmocka_unit_test(our_descriptor_is_high_and_not_inherited),
        cmocka_unit_test(a_closed_descriptor_is_opened_again),
        cmocka_unit_test(a_number_that_the_host_reuses_is_the_hosts),
        cmocka_unit_test(a_full_disk_costs_whole_lines),
        cmocka_unit_test(a_forked_child_has_its_own),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
