/* replay: runs scenarios (scenario.py defines their form) through the tracker's public interface as
 * an adapter would, and prints what each operation says: FILE:LINE SLUG SEVERITY.
 *
 * replay FILE.. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdarg.h>

#include "report/base/memory.h"
#include "tests/order/crew.h"
#include "tests/order/words.h"
#include "tracker/graph.h"
#include "tracker/hold.h"
#include "tracker/home.h"
#include "tracker/host.h"
#include "tracker/memory.h"
#include "tracker/nested.h"
#include "tracker/queue.h"
#include "tracker/syncevent.h"

static struct tracker_options plain; /* those of a scenario that sets none */
static struct site site = {.actor = -1, .row = UINT16_MAX};

/* What the operation at hand waits for and gives, off its words. */
static struct lists {
    uint64_t events[WORDS_MOST];
    struct queue_after after;
    const char *gives; /* NULL: no event */
    bool has_any;
} lists;

static void take_lists(void) {
    unsigned n = 0;
    lists = (struct lists){.after.events = lists.events};
    for (unsigned i = 0; i < words_n; i++) {
        if (!strncmp(words[i], "after:", 6))
            lists.events[lists.after.n++] = words_event(words[i] + 6)->handle;
        else if (!strncmp(words[i], "gives:", 6))
            lists.gives = words[i] + 6;
        else
            words[n++] = words[i];
    }
    lists.has_any = n < words_n;
    words_n = n;
}

static void begin_with(struct order_op *op, const struct order_stream *stream) {
    if (lists.has_any || stream->kind == ORDER_UNORDERED)
        queue_begin(op, stream, &lists.after, &site);
    else
        order_begin(op, stream, &site);
    queue_followed(op, &lists.after);
}

static void end_with(struct order_op *op, const struct order_stream *stream) {
    if (lists.gives)
        queue_gave(op, words_give_event(lists.gives, stream->context)->handle, stream->context,
                   NULL);
    order_end(op);
}

/* Accesses of one operation from its words; the rest are flags. */
static unsigned accesses(enum order_effect effect, unsigned from, struct order_access *list) {
    uint32_t flags = words_flags(from);
    unsigned n = 0;
    for (unsigned i = from; i < words_n; i++) {
        if (words_is_flag(words[i]))
            continue;
        bool is_const = !strncmp(words[i], "const:", 6);
        struct words_range range = words_range(words[i] + (is_const ? 6 : 0));
        list[n++] =
            (struct order_access){range.at, range.size, is_const ? ORDER_READ : effect, flags};
    }
    return n;
}

static void operate(enum order_effect effect) {
    struct order_access list[WORDS_MOST];
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    begin_with(&op, &stream);
    order_accesses(&op, list, accesses(effect, 2, list));
    end_with(&op, &stream);
}

static void do_write(void) {
    operate(ORDER_WRITE);
}

static void do_read(void) {
    operate(ORDER_READ);
}

static void do_copy(void) {
    struct order_stream stream = words_stream(words[1]);
    struct words_range to = words_range(words[2]), from = words_range(words[3]);
    const struct order_access list[] = {{from.at, from.size, ORDER_READ, words_flags(4)},
                                        {to.at, to.size, ORDER_WRITE, words_flags(4)}};
    struct order_op op;
    begin_with(&op, &stream);
    order_accesses(&op, list, 2);
    end_with(&op, &stream);
}

static void do_kernel(void) {
    static const char programmatic[] = "programmatic:";
    struct order_access list[2 * WORDS_MOST];
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    uint64_t event = 0;
    for (unsigned i = 2; i < words_n; i++)
        if (!strncmp(words[i], programmatic, sizeof(programmatic) - 1)) {
            event = words_event(words[i] + sizeof(programmatic) - 1)->handle;
            words[i] = words[--words_n];
        }
    begin_with(&op, &stream);
    unsigned n = accesses(ORDER_MAY_WRITE, 2, list), room = LENGTH(list);
    for (unsigned i = 0; i < n; i++)
        list[i].flags |= ORDER_KERNEL;
    for (unsigned i = 0, given = n; i < given; i++)
        n += nested_reached(list[i].at, list + n, room - n);
    order_accesses(&op, list, n);
    if (event)
        syncevent_recorded(&op, event, SYNCEVENT_PROGRAMMATIC);
    end_with(&op, &stream);
}

static void gather(bool holds) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    lists.has_any = true;
    lists.after.all = lists.after.n == 0;
    lists.after.holds = holds;
    begin_with(&op, &stream);
    end_with(&op, &stream);
}

static void do_marker(void) {
    gather(false);
}

static void do_barrier(void) {
    gather(true);
}

static void do_flush(void) {
    struct order_stream stream = words_stream(words[1]);
    queue_flushed(&stream);
}

static void do_promise(void) {
    const struct words_event *event =
        words_give_event(words[1], words_context(words_n > 2 ? words[2] : "c1"));
    queue_promised(event->handle, event->context, NULL);
}

static void do_keep(void) {
    syncevent_completed(words_event(words[1])->handle, &site);
}

/* As an adapter sees the copy: the words, and where they go. */
static void do_table(void) {
    struct order_stream stream = words_stream(words[1]);
    struct words_range to = words_range(words[2]);
    const struct order_access access = {to.at, to.size, ORDER_WRITE, 0};
    uintptr_t table[WORDS_MOST] = {0};
    struct order_op op;
    for (unsigned i = 3; i < words_n; i++)
        table[i - 3] = words_range(words[i]).at;
    order_begin(&op, &stream, &site);
    order_accesses(&op, &access, 1);
    nested_copied(to.at, (uintptr_t)table, to.size);
    order_end(&op);
}

static void do_record(void) {
    const struct words_event *event = words_event(words[1]);
    struct order_stream stream = words_stream(words[2]);
    struct order_op op;
    if (event->context != stream.context) {
        syncevent_record_failed(event->handle, "the event is of another context");
        return;
    }
    order_begin(&op, &stream, &site);
    syncevent_recorded(&op, event->handle, SYNCEVENT_NORMAL);
    order_end(&op);
}

static void do_wait(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_wait wait;
    order_wait_event(&wait, words_event(words[2])->handle);
    order_waited_stream(&wait, &stream, &site);
}

static void do_sync(void) {
    for (unsigned i = 1; i < words_n; i++) {
        struct order_stream stream = words_stream(words[i]);
        struct order_wait wait;
        order_wait_stream(&wait, &stream);
        order_waited_host(&wait, &site);
        queue_flushed(&stream);
    }
}

static void do_sync_event(void) {
    struct order_wait wait;
    queue_flushed_of(words_event(words[1])->handle);
    order_wait_event(&wait, words_event(words[1])->handle);
    if (words_n > 2)
        wait.began_ns -= 2 * (uint64_t)scene_options.event_timeout_ms * 1000000;
    order_waited_host(&wait, &site);
}

static void do_sync_context(void) {
    struct order_wait wait;
    order_wait_context(&wait, words_context(words[1]));
    order_waited_host(&wait, &site);
}

static void do_fail(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    order_begin(&op, &stream, &site);
    order_fail(&op);
}

static void do_fence(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    order_begin(&op, &stream, &site);
    order_op_fences(&op, words_context(words[2]), words_n > 3 ? words_context(words[3]) : 0);
    order_end(&op);
}

static void do_wait_context(void) {
    struct order_wait wait;
    order_wait_event(&wait, words_event(words[2])->handle);
    order_waited_context(&wait, words_context(words[1]), &site);
}

static void do_record_context(void) {
    syncevent_recorded_context(words_event(words[1])->handle, words_context(words[2]), &site);
}

static void do_taint(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    order_begin(&op, &stream, &site);
    order_op_tainted(&op, "an external semaphore");
    order_end(&op);
}

static void do_publish(void) {
    struct order_stream stream = words_stream(words[1]);
    struct words_range where = words_range(words[2]);
    const struct order_access access = {where.at, where.size, ORDER_WRITE, 0};
    struct order_op op;
    order_begin(&op, &stream, &site);
    order_accesses(&op, &access, 1);
    order_published(&op, where.at, words_number(words[3]));
    order_end(&op);
}

static bool is_at_least(uint64_t there, uint64_t wanted) {
    return there >= wanted;
}

static void do_await(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    order_begin(&op, &stream, &site);
    order_awaited(&op, words_range(words[2]).at, words_number(words[3]), is_at_least);
    order_end(&op);
}

static void do_callback(void) {
    struct order_stream stream = words_stream(words[1]);
    order_callback_began(&stream);
}

static bool is_pageable(int32_t device_type, uintptr_t at) {
    return words_is_pageable(at);
}

/* Threads of the host */

static void take(const struct tracker_options *given) {
    scene_options = *given;
    tracker_init(&scene_options, &scene_ops);
}

static void do_option(void) {
    struct options options = {.tracker = scene_options};
    if (!options_set(&options, words[1], memory_copy_string(words[2], strlen(words[2]))))
        words_wrong("an option of the tracker was expected, and a value");
    take(&options.tracker);
}

static void do_thread(void) {
    if (crew_go_on_as(words[1]))
        host_starts_thread();
}

static void do_join(void) {
    host_joined((uint64_t)crew_join(words[1]));
}

static void do_leave(void) {
    host_left(words_handle(words[1]));
}

static void do_enter(void) {
    host_entered(words_handle(words[1]));
}

/* What comes into being and ends */

static void do_context(void) {
    words_add_context(words[1], (int64_t)words_number(words[2]));
}

static void do_stream(void) {
    struct order_stream stream = words_add_stream();
    if (stream.kind != ORDER_LEGACY && stream.kind != ORDER_PER_THREAD)
        order_stream_created(&stream);
}

static void do_event(void) {
    const struct words_event *event = words_add_event();
    syncevent_created(event->handle, event->is_foreign ? SYNCEVENT_FOREIGN : SYNCEVENT_NORMAL,
                      event->context, words_device(event->context));
}

static void do_memory(void) {
    bool is_pageable;
    struct memory_what what = words_add_memory(1, NULL, &is_pageable);
    if (!is_pageable)
        memory_appears(&what);
}

static void do_memory_on(void) {
    struct order_stream stream = words_stream(words[1]);
    bool is_pageable;
    struct memory_what what = words_add_memory(2, words_n > 5 ? words[5] : NULL, &is_pageable);
    struct order_op op;
    what.kind = MEMORY_POOL;
    what.context = stream.context;
    order_begin(&op, &stream, &site);
    memory_appears_on(&op, &what);
    order_end(&op);
}

static void do_destroy_stream(void) {
    struct order_stream stream = words_stream(words[1]);
    order_stream_destroyed(&stream);
}

static void do_destroy_event(void) {
    syncevent_destroyed(words_event(words[1])->handle, &site);
}

static void do_destroy_context(void) {
    order_context_destroyed(words_context(words[1]), &site);
}

static void do_lose(void) {
    order_device_lost((int64_t)words_number(words[1]), "a call", "an error", &site);
}

static void do_free(void) {
    memory_vanishes(words_range(words[1]).at, &site);
}

static void do_free_on(void) {
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    order_begin(&op, &stream, &site);
    memory_vanishes_on(&op, words_range(words[2]).at);
    order_end(&op);
}

/* Arrays */

static unsigned buffers(unsigned from, struct hold_buffer *list) {
    for (unsigned i = from; i < words_n; i++) {
        size_t length = strlen(words[i]);
        bool is_possible = words[i][length - 1] == '?';
        words[i][length - is_possible] = '\0';
        struct words_range range = words_range(words[i]);
        list[i - from] = (struct hold_buffer){range.at, is_possible ? 0 : range.size,
                                              is_possible ? range.size : 0};
    }
    return words_n - from;
}

static void export_on(int32_t device_type) {
    struct hold_buffer list[WORDS_MOST];
    struct object *array = words_add_array(KIND_DEVICE_ARRAY, device_type);
    struct hold_given given = {.is = HOLD_EVENT, .buffers = list};
    bool is_handle = !strncmp(words[2], "handle:", 7);
    if (!strcmp(words[2], "-") || !strcmp(words[2], "nowhere"))
        given.is = words[2][0] == '-' ? HOLD_NO_EVENT : HOLD_UNREADABLE;
    else
        given.event = words_event(words[2] + (is_handle ? 7 : 0))->handle;
    if (is_handle)
        given.is = HOLD_HANDLE;
    given.n_buffers = buffers(3, list);
    hold_begin(array, &given, &site);
}

static void do_export(void) {
    export_on(2);
}

static void do_export_near(void) {
    export_on(3);
}

static void do_export_host(void) {
    struct hold_buffer list[WORDS_MOST];
    struct hold_given given = {.buffers = list};
    given.n_buffers = buffers(2, list);
    hold_begin(words_add_array(KIND_ARRAY, 1), &given, &site);
}

static void do_release_begin(void) {
    hold_release_begin(words_array(words[1]), &site);
}

static void do_release_end(void) {
    hold_release_end(words_array(words[1]), &site);
}

static void do_release(void) {
    do_release_begin();
    do_release_end();
}

/* write:RANGE<0,1 */
static void read_node(char *word, struct graph_node *node, struct order_access *access,
                      unsigned *after) {
    char *before = strchr(word, '<'), *argument;
    if (before)
        *before++ = '\0';
    argument = strchr(word, ':');
    argument = argument ? argument + 1 : word;
    *node = (struct graph_node){.accesses = access, .after = after};
    while (before && *before) {
        after[node->n_after++] = (unsigned)strtoul(before, &before, 10);
        before += *before == ',';
    }
    if (!strncmp(word, "record:", 7))
        node->records = words_event(argument)->handle;
    else if (!strncmp(word, "wait:", 5))
        node->waits = words_event(argument)->handle;
    if (node->records || node->waits || !strcmp(word, "none"))
        return;
    struct words_range range = words_range(argument);
    *access = (struct order_access){range.at, range.size,
                                    word[0] == 'w'   ? ORDER_WRITE
                                    : word[0] == 'r' ? ORDER_READ
                                                     : ORDER_MAY_WRITE,
                                    0};
    node->n_accesses = 1;
}

static void do_graph(void) {
    struct graph_node nodes[WORDS_MOST];
    struct order_access list[WORDS_MOST];
    unsigned after[WORDS_MOST][WORDS_MOST];
    struct order_stream stream = words_stream(words[1]);
    struct order_op op;
    for (unsigned i = 3; i < words_n; i++)
        read_node(words[i], &nodes[i - 3], &list[i - 3], after[i - 3]);
    order_begin(&op, &stream, &site);
    graph_launched(&op, words_handle(words[2]), nodes, words_n - 3);
    order_end(&op);
}

static const struct {
    const char *word;
    unsigned least; /* words, with its own */
    void (*run)(void);
} operations[] = {{"context", 3, do_context},
                  {"stream", 2, do_stream},
                  {"event", 2, do_event},
                  {"memory", 3, do_memory},
                  {"memory-on", 4, do_memory_on},
                  {"write", 3, do_write},
                  {"read", 3, do_read},
                  {"copy", 4, do_copy},
                  {"kernel", 2, do_kernel},
                  {"table", 4, do_table},
                  {"option", 3, do_option},
                  {"thread", 2, do_thread},
                  {"join", 2, do_join},
                  {"leave", 2, do_leave},
                  {"enter", 2, do_enter},
                  {"marker", 2, do_marker},
                  {"barrier", 2, do_barrier},
                  {"flush", 2, do_flush},
                  {"promise", 2, do_promise},
                  {"keep", 2, do_keep},
                  {"record", 3, do_record},
                  {"wait", 3, do_wait},
                  {"sync", 2, do_sync},
                  {"sync-event", 2, do_sync_event},
                  {"sync-context", 2, do_sync_context},
                  {"fail", 2, do_fail},
                  {"fence", 3, do_fence},
                  {"wait-context", 3, do_wait_context},
                  {"record-context", 3, do_record_context},
                  {"taint", 2, do_taint},
                  {"publish", 4, do_publish},
                  {"await", 4, do_await},
                  {"graph", 3, do_graph},
                  {"callback", 2, do_callback},
                  {"destroy-stream", 2, do_destroy_stream},
                  {"destroy-event", 2, do_destroy_event},
                  {"destroy-context", 2, do_destroy_context},
                  {"lose", 2, do_lose},
                  {"free", 2, do_free},
                  {"free-on", 3, do_free_on},
                  {"export", 3, do_export},
                  {"export-near", 3, do_export_near},
                  {"export-host", 3, do_export_host},
                  {"release", 2, do_release},
                  {"release-begin", 2, do_release_begin},
                  {"release-end", 2, do_release_end}};

static int compare(const void *one, const void *other) {
    return strcmp(one, other);
}

static void print_said(void) {
    char lines[LENGTH(scene_said)][80];
    unsigned n = scene_n_said < LENGTH(scene_said) ? scene_n_said : LENGTH(scene_said);
    for (unsigned i = 0; i < n; i++)
        snprintf(lines[i], sizeof(lines[i]), "%s %s", finding_checks[scene_said[i].check].slug,
                 words_severity(scene_said[i].severity));
    qsort(lines, n, sizeof(lines[0]), compare);
    for (unsigned i = 0; i < n; i++)
        printf("%s %s\n", words_place(), lines[i]);
    scene_n_said = 0;
}

static void run_line(void) {
    if (!strcmp(words[0], "expect"))
        return;
    if (!strcmp(words[0], "scenario")) {
        crew_forget();
        order_fork_child();
        words_forget();
        if (scene_options.host_clock != plain.host_clock || scene_options.kernel_writes ||
            scene_options.scan_h2d)
            take(&plain);
        return;
    }
    for (unsigned i = 0; i < LENGTH(operations); i++)
        if (!strcmp(words[0], operations[i].word) && words_n >= operations[i].least) {
            take_lists();
            crew_do(operations[i].run);
            print_said();
            return;
        }
    words_wrong("an operation of scenario.py was expected, with its arguments");
}

int main(int argc, char **argv) {
    scene_setup(NULL);
    memory_init((size_t)256 << 20);
    plain = scene_options;
    take(&plain);
    home_ask(is_pageable);
    for (int i = 1; i < argc; i++)
        words_each_line(argv[i], run_line);
    if (order_n_dropped() > 0)
        printf("dropped %llu\n", (unsigned long long)order_n_dropped());
    return 0;
}
