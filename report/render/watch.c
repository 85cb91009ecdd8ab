/* watch: what the processes of a run are at. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/watch.h"

#include "report/live.h"
#include "report/render/create.h"
#include "report/render/demangle.h"
#include "report/render/facts.h"
#include "report/render/names.h"
#include "report/render/settings.h"
#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/trace.h"
#include "report/render/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS          1000000000u
#define MOST_FRAMES 6

union bytes {
    struct live_page page;
    char bytes[LIVE_PAGE_SIZE];
};

struct watched {
    struct process *process;
    const char *path;
    bool is_over;                  /* looked at after its end */
    union bytes last;              /* as it was read last */
    uint64_t told[LIVE_CALLBACKS]; /* begins of callbacks that were said to be stuck */
};

static struct {
    const struct options *options;
    int counts; /* descriptor, -1 for none */
    size_t n;
    struct watched **all;
    uint64_t began_ns, looked_ns;
    const char *line; /* that was written last, less its time */
} watch = {.counts = -1};

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS + (uint64_t)now.tv_nsec;
}

const char *watch_begin(const struct options *options) {
    const char *where = options->launch.watch;
    watch.options = options;
    watch.began_ns = now_ns();
    if (!*where || !strcmp(where, "0"))
        return NULL;
    if (!strcmp(where, "1")) {
        /* The program's own output may go elsewhere. */
        watch.counts = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY);
        watch.counts = watch.counts < 0 ? STDERR_FILENO : watch.counts;
        return NULL;
    }
    watch.counts = create_file(where, true);
    return watch.counts < 0 ? store_format("watch: %s: %s", where, strerror(errno)) : NULL;
}

void watch_add(struct process *process, const char *record) {
    struct watched *watched = store_new(sizeof *watched);
    watched->process = process;
    watched->path = store_format("%.*s.live", (int)(strlen(record) - strlen(".jsonl")), record);
    STORE_ADD(watch.all, watch.n) = watched;
}

static void look(struct watched *watched) {
    union bytes now;
    int fd = open(watched->path, O_RDONLY | O_CLOEXEC);
    bool is_read = fd >= 0 && pread(fd, now.bytes, sizeof now.bytes, 0) == (ssize_t)sizeof now;
    if (fd >= 0)
        close(fd);
    if (!is_read || now.page.magic != LIVE_MAGIC || now.page.version != LIVE_VERSION)
        return;
    watched->last = now;
}

static void say(const char *line, int descriptor) {
    struct sheet_output output = {.fd = descriptor};
    struct sheet sheet = {.output = &output};
    sheet_format(&sheet, "%s\n", line);
    sheet_flush(&sheet);
}

static int64_t sum_of(enum live_counter counter) {
    int64_t sum = 0;
    for (size_t i = 0; i < watch.n; i++) {
        int64_t n = (int64_t)live_count(&watch.all[i]->last.page, counter);
        bool is_over = watch.all[i]->process->end && counter == LIVE_ALIVE;
        sum += n > 0 && !is_over ? n : 0;
    }
    return sum;
}

/* "; get_next of stream#1 runs for 3 s in etl (pid 4711)": the callback that runs longest, from a
 * second on. */
static void add_longest(struct sheet *line, uint64_t now) {
    const struct live_callback *longest = NULL;
    const struct watched *of = NULL;
    for (size_t i = 0; i < watch.n; i++)
        for (size_t k = 0; k < LIVE_CALLBACKS && !watch.all[i]->process->end; k++) {
            const struct live_callback *callback = &watch.all[i]->last.page.callbacks[k];
            bool is_running = callback->began_ns && callback->began_ns + NS <= now;
            if (!is_running || (longest && longest->began_ns <= callback->began_ns))
                continue;
            longest = callback;
            of = watch.all[i];
        }
    if (!longest)
        return;
    sheet_format(line, "; %.15s of ", longest->callback);
    sheet_add_foreign(line, store_format("%.23s", longest->object));
    sheet_format(line, " runs for %llu s in %s",
                 (unsigned long long)((now - longest->began_ns) / NS), tree_person(of->process));
}

/* "2 processes, 12 of 210 structures alive, 1 error, 0 warnings" */
static void write_counts(uint64_t now) {
    size_t n_running = 0;
    struct sheet line = {0};
    for (size_t i = 0; i < watch.n; i++)
        n_running += !watch.all[i]->process->end;
    sheet_format(&line, "%s, ", sheet_counted(n_running, "process"));
    sheet_add_count(&line, (uint64_t)sum_of(LIVE_ALIVE));
    sheet_format(&line, " of %s alive", sheet_counted((uint64_t)sum_of(LIVE_SEEN), "structure"));
    sheet_format(&line, ", %s", sheet_counted((uint64_t)sum_of(LIVE_ERRORS), "error"));
    sheet_format(&line, ", %s", sheet_counted((uint64_t)sum_of(LIVE_WARNINGS), "warning"));
    add_longest(&line, now);
    if (watch.line && !strcmp(watch.line, line.data))
        return;
    bool before = store_keep_begin();
    watch.line = store_string(line.data);
    store_keep_end(before);
    say(store_format("arrowdev_check: %llu s: %s",
                     (unsigned long long)((now - watch.began_ns) / NS), line.data),
        watch.counts);
}

/* Of callback-stuck, by the options. */
static enum severity severity(void) {
    return settings_severity(watch.options, catalogue_find("callback-stuck"));
}

static bool is_stuck(const struct live_callback *callback, uint64_t now) {
    uint64_t limit = (uint64_t)watch.options->tracker.callback_timeout_ms * 1000000u;
    return callback->began_ns && now > callback->began_ns && now - callback->began_ns >= limit &&
           strcmp(callback->callback, "get_last_error");
}

/* "close_again sink.c:15 < main sink.c:23" */
static void add_stack(struct sheet *line, const struct process *process, int id) {
    const struct trace *trace = trace_of(process, id);
    unsigned n = 0;
    for (size_t i = 0; i < trace->n && n < MOST_FRAMES; i++) {
        const struct spot *spot = &trace->spots[i];
        if (spot->is_hidden)
            continue;
        sheet_format(line, "%s%s", n++ ? " < " : ": ", demangle_shorten(trace_function(spot), 40));
        if (*trace_short(spot))
            sheet_format(line, " %s", trace_short(spot));
    }
}

/* All threads that are inside a callback. */
static void tell_threads(const struct watched *watched, uint64_t now) {
    for (size_t i = 0; i < LIVE_CALLBACKS; i++) {
        const struct live_callback *callback = &watched->last.page.callbacks[i];
        struct sheet line = {0};
        if (!callback->began_ns)
            continue;
        sheet_format(&line, "arrowdev_check:     thread %u in %.15s of %.23s for %.1f s",
                     callback->tid, callback->callback, callback->object,
                     now > callback->began_ns ? (double)(now - callback->began_ns) / NS : 0.0);
        add_stack(&line, watched->process, (int)callback->stack);
        say(line.data, STDERR_FILENO);
    }
}

static const char *message_of(const struct live_callback *callback, uint64_t now) {
    return store_format("%.15s of %.23s has not returned after %.1f s", callback->callback,
                        callback->object, (double)(now - callback->began_ns) / NS);
}

/* Names are looked up in a process of its own, as that may take seconds. */
static void tell_stuck(const struct watched *watched, const struct live_callback *callback,
                       uint64_t now) {
    if (fork() != 0)
        return;
    trace_init(watch.options->report.strip_path_prefix, watch.options->report.hide_frames);
    say(store_format("arrowdev_check: %s: %s [callback-stuck] in %s",
                     catalogue_severity_name(severity()), message_of(callback, now),
                     tree_person(watched->process)),
        STDERR_FILENO);
    tell_threads(watched, now);
    _exit(0);
}

static void look_for_stuck(struct watched *watched, uint64_t now) {
    for (size_t i = 0; i < LIVE_CALLBACKS && severity() != SEVERITY_OFF; i++) {
        const struct live_callback *callback = &watched->last.page.callbacks[i];
        if (!is_stuck(callback, now) || watched->told[i] == callback->began_ns)
            continue;
        watched->told[i] = callback->began_ns;
        tell_stuck(watched, callback, now);
    }
}

void watch_tick(void) {
    uint64_t now = now_ns();
    if (now - watch.looked_ns < NS)
        return;
    watch.looked_ns = now;
    store_begin();
    for (size_t i = 0; i < watch.n; i++) {
        if (watch.all[i]->is_over)
            continue;
        watch.all[i]->is_over = watch.all[i]->process->end != NULL;
        look(watch.all[i]);
        look_for_stuck(watch.all[i], now);
    }
    if (watch.counts >= 0 && watch.n)
        write_counts(now);
    store_end();
}

/* It would have said so itself, had it come to its end. */
static void add_finding(struct process *process, const struct live_callback *callback,
                        uint64_t now) {
    const struct check *check = catalogue_find("callback-stuck");
    struct finding *finding = store_new(sizeof *finding);
    const char **objects = store_new(sizeof *objects);
    objects[0] = store_format("%.23s", callback->object);
    *finding = (struct finding){.process = process,
                                .id = (int64_t)process->n_findings + 1,
                                .tid = callback->tid,
                                .count = 1,
                                .check = check,
                                .severity = severity(),
                                .certainty = check->certainty,
                                .blame = check->blame,
                                .who = "",
                                .message = message_of(callback, now),
                                .note = "",
                                .n_objects = 1,
                                .objects = objects,
                                .trend = "",
                                .stacks = {(int)callback->stack, 0, 0}};
    STORE_ADD(process->findings, process->n_findings) = finding;
}

void watch_end(void) {
    uint64_t now = now_ns();
    for (size_t i = 0; i < watch.n; i++) {
        struct watched *watched = watch.all[i];
        look(watched);
        watched->process->n_seen = (int64_t)live_count(&watched->last.page, LIVE_SEEN);
        watched->process->n_dropped = (int64_t)live_count(&watched->last.page, LIVE_DROPPED);
        for (size_t k = 0; k < LIVE_CALLBACKS && !watched->process->end; k++)
            if (severity() != SEVERITY_OFF && is_stuck(&watched->last.page.callbacks[k], now))
                add_finding(watched->process, &watched->last.page.callbacks[k], now);
    }
    if (watch.counts >= 0)
        write_counts(now);
    while (waitpid(-1, NULL, 0) > 0) /* those that look up names */
        continue;
}
