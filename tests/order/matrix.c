/* matrix: device types x shapes of arrays x states of the event x orders of the end x loss of the
 * device, with real structures. Prints a line for each: its words, then what was said. matrix.py
 * has the model say the same of them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene/scene.h"
#include "tracker/memory.h"
#include "tracker/syncevent.h"

#define DEVICE ((uintptr_t)0x7d0000000000)
#define STEP   4096
#define ROWS   100

enum { CONTEXT = 1, PRODUCING, CONSUMING, EVENT };

static const struct {
    const char *word;
    int32_t device;
    enum memory_kind memory;
    uint32_t flags;
    bool is_known; /* to the runtime */
} types[] = {{"cuda", 2, MEMORY_DEVICE, 0, true},
             {"cuda_host", 3, MEMORY_PINNED, 0, true},
             {"cuda_managed", 13, MEMORY_MANAGED, ORDER_MANAGED, true},
             {"cpu", 1, MEMORY_DEVICE, 0, false}};

/* Formats of the array and of what is in it, and the bytes of each buffer that it holds. */
static const struct {
    const char *word, *format, *child, *dictionary;
    int64_t length, offset;
    bool has_bitmap;
    unsigned bytes[2]; /* 0: no such buffer */
} shapes[] = {{"empty", "l", NULL, NULL, 0, 0, false, {0, 0}},
              {"nested", "+s", "l", NULL, ROWS, 0, false, {8 * ROWS, 0}},
              {"dictionary", "i", NULL, "l", ROWS, 0, false, {4 * ROWS, 8 * ROWS}},
              {"bitmap", "l", NULL, NULL, ROWS, 0, true, {(ROWS + 7) / 8, 8 * ROWS}},
              {"sliced", "l", NULL, NULL, ROWS, 50, false, {8 * (ROWS + 50), 0}}};

static const char *const events[] = {"pending", "complete", "never", "destroyed", "slow"};
static const char *const orders[] = {"array-first", "event-first", "context-first"};

struct combination {
    unsigned type, shape, event, order;
    bool is_lost;
};

static struct site site = {.actor = APP, .row = UINT16_MAX};
static const struct order_stream producing = {ORDER_NONBLOCKING, CONTEXT, PRODUCING};
static const struct order_stream consuming = {ORDER_NONBLOCKING, CONTEXT, CONSUMING};
static uint64_t handle = EVENT;

static bool is(const char *one, const char *other) {
    return !strcmp(one, other);
}

static void access(const struct order_stream *stream, enum order_effect effect, uintptr_t at,
                   uint64_t size, uint32_t flags) {
    const struct order_access list = {at, size, effect, flags};
    struct order_op op;
    order_begin(&op, stream, &site);
    order_accesses(&op, &list, 1);
    order_end(&op);
}

static void produce(const struct combination *at) {
    const struct memory_what what = {
        .base = DEVICE, .size = 4 * STEP, .kind = types[at->type].memory, .context = CONTEXT};
    struct order_op op;
    if (types[at->type].is_known)
        memory_appears(&what);
    syncevent_created(EVENT, SYNCEVENT_NORMAL, CONTEXT, 0);
    access(&producing, ORDER_WRITE, DEVICE, 4 * STEP, types[at->type].flags);
    if (!is(events[at->event], "never")) {
        order_begin(&op, &producing, &site);
        syncevent_recorded(&op, EVENT, SYNCEVENT_NORMAL);
        order_end(&op);
    }
}

static void host_waits(bool is_slow) {
    struct order_wait wait;
    order_wait_event(&wait, EVENT);
    if (is_slow)
        wait.began_ns -= 2 * (uint64_t)scene_options.event_timeout_ms * 1000000;
    order_waited_host(&wait, &site);
}

/* What an array and its schema point to. */
struct parts {
    const void *buffers[2], *inner_buffers[2];
    struct ArrowArray inner, *children[1];
    struct ArrowSchema inner_schema, *children_schemas[1];
};

static struct ArrowDeviceArray make(const struct combination *at, struct parts *parts,
                                    struct ArrowSchema *schema) {
    struct ArrowDeviceArray made = {.array = scene_array(), .device_type = types[at->type].device};
    bool has_inner = shapes[at->shape].child || shapes[at->shape].dictionary;
    bool is_nested = shapes[at->shape].child, has_bitmap = shapes[at->shape].has_bitmap;
    *schema = scene_schema(shapes[at->shape].format, "");
    made.sync_event = types[at->type].is_known ? &handle : NULL;
    made.array.length = shapes[at->shape].length;
    made.array.offset = shapes[at->shape].offset;
    made.array.n_buffers = is_nested ? 1 : 2;
    made.array.buffers = parts->buffers;
    parts->buffers[0] = has_bitmap ? (const void *)DEVICE : NULL;
    parts->buffers[1] = (const void *)(has_bitmap ? DEVICE + STEP : DEVICE);
    if (!has_inner)
        return made;
    parts->inner = scene_array();
    parts->inner.length = ROWS;
    parts->inner.buffers = parts->inner_buffers;
    parts->inner_buffers[1] = (const void *)(is_nested ? DEVICE : DEVICE + STEP);
    parts->inner_schema = scene_schema("l", "");
    parts->children[0] = &parts->inner;
    parts->children_schemas[0] = &parts->inner_schema;
    made.array.n_children = schema->n_children = is_nested;
    made.array.children = is_nested ? parts->children : NULL;
    schema->children = is_nested ? parts->children_schemas : NULL;
    made.array.dictionary = is_nested ? NULL : &parts->inner;
    schema->dictionary = is_nested ? NULL : &parts->inner_schema;
    return made;
}

static void consume(const struct combination *at) {
    struct order_wait wait;
    bool is_known = types[at->type].is_known;
    if (is(events[at->event], "destroyed")) {
        syncevent_destroyed(EVENT, &site);
    } else if (is_known) {
        order_wait_event(&wait, EVENT);
        order_waited_stream(&wait, &consuming, &site);
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned bytes = shapes[at->shape].bytes[i];
        uintptr_t end = DEVICE + i * STEP + bytes;
        if (bytes > 0)
            access(&consuming, ORDER_READ, end - 1, 1, types[at->type].flags);
        access(&consuming, ORDER_READ, end, 1, types[at->type].flags);
    }
    if (is(events[at->event], "slow"))
        host_waits(true);
}

static void end(const struct combination *at, struct object *object,
                struct ArrowDeviceArray *array) {
    struct order_wait wait;
    bool has_event = !is(events[at->event], "destroyed");
    if (is(orders[at->order], "event-first") && has_event)
        syncevent_destroyed(EVENT, &site);
    order_wait_stream(&wait, &consuming);
    order_waited_host(&wait, &site);
    if (is(orders[at->order], "context-first"))
        order_context_destroyed(CONTEXT, &site);
    scene_release(object, array, APP, 103);
    if (is(orders[at->order], "array-first") && has_event)
        syncevent_destroyed(EVENT, &site);
}

static int compare(const void *one, const void *other) {
    return strcmp(one, other);
}

/* Children are not released one by one here: that is another matter's. */
static void print(const struct combination *at) {
    static const char *const names[] = {"off", "note", "warning", "error"};
    char lines[LENGTH(scene_said)][64];
    unsigned n = 0;
    for (unsigned i = 0; i < scene_n_said; i++) {
        const struct check *check = &finding_checks[scene_said[i].check];
        if (strcmp(check->group, "LIFETIME") != 0)
            snprintf(lines[n++], sizeof(lines[0]), "%s:%s", check->slug,
                     names[scene_said[i].severity]);
    }
    qsort(lines, n, sizeof(lines[0]), compare);
    printf("%s %s %s %s %s", types[at->type].word, shapes[at->shape].word, events[at->event],
           orders[at->order], at->is_lost ? "lost" : "there");
    for (unsigned i = 0; i < n; i++)
        printf(" %s", lines[i]);
    printf("\n");
}

static void run(const struct combination *at) {
    struct parts parts = {0};
    struct ArrowSchema schema;
    scene_setup(NULL);
    order_fork_child();
    produce(at);
    if (is(events[at->event], "complete"))
        host_waits(false);
    struct ArrowDeviceArray array = make(at, &parts, &schema);
    struct object *typed = scene_export(KIND_SCHEMA, &schema, PRODUCER, 100);
    struct object *object = scene_export(KIND_DEVICE_ARRAY, &array, PRODUCER, 101);
    tracker_pair(object, typed, &site);
    if (at->is_lost)
        order_device_lost(0, "a call", "an error", &site);
    consume(at);
    end(at, object, &array);
    scene_release(typed, &schema, APP, 102);
    print(at);
}

int main(void) {
    struct combination at;
    for (at.type = 0; at.type < LENGTH(types); at.type++)
        for (at.shape = 0; at.shape < LENGTH(shapes); at.shape++)
            for (at.event = 0; at.event < LENGTH(events); at.event++)
                for (at.order = 0; at.order < LENGTH(orders); at.order++) {
                    at.is_lost = false;
                    run(&at);
                    at.is_lost = true;
                    run(&at);
                }
    return 0;
}
