/* words: reads scenarios; each kind of name has its own table, forgotten at the next scenario. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/order/words.h"
#include "tracker/number.h"

#define MOST_NAMES 64
/* Memory lies far apart, and far from what is readable. */
#define ADDRESS(i) ((uintptr_t)0x100000000000 + (uintptr_t)(i)*0x10000000)

char *words[WORDS_MOST];
unsigned words_n;

static char place[512];

struct table {
    unsigned n;
    char names[MOST_NAMES][32];
};

static struct table contexts, streams, events, memories, arrays, others;
static int64_t devices[MOST_NAMES];
static struct order_stream stream_of[MOST_NAMES];
static struct words_event event_of[MOST_NAMES];
static struct words_range range_of[MOST_NAMES];
static bool pageable[MOST_NAMES];
static struct object *array_of[MOST_NAMES];

const char *words_place(void) {
    return place;
}

void words_wrong(const char *expected) {
    fprintf(stderr, "%s: %s: %s\n", place, words[0], expected);
    exit(2);
}

static unsigned find(const struct table *table, const char *name) {
    unsigned i = 0;
    while (i < table->n && strcmp(table->names[i], name) != 0)
        i++;
    return i;
}

static unsigned add(struct table *table, const char *name) {
    unsigned i = find(table, name);
    if (i == MOST_NAMES)
        words_wrong("fewer names were expected");
    if (i == table->n)
        snprintf(table->names[table->n++], sizeof(table->names[0]), "%s", name);
    return i;
}

static unsigned need(const struct table *table, const char *name, const char *expected) {
    unsigned i = find(table, name);
    if (i == table->n)
        words_wrong(expected);
    return i;
}

void words_forget(void) {
    for (unsigned i = 0; i < arrays.n; i++)
        if (array_of[i])
            object_free(array_of[i]);
    contexts.n = streams.n = events.n = memories.n = arrays.n = others.n = 0;
    memset(array_of, 0, sizeof(array_of));
}

static void cut(char *line) {
    char *rest = NULL, *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    words_n = 0;
    for (char *word = strtok_r(line, " \t\n", &rest); word && words_n < WORDS_MOST;
         word = strtok_r(NULL, " \t\n", &rest))
        words[words_n++] = word;
}

void words_each_line(const char *path, void (*run)(void)) {
    char line[4096];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    for (unsigned n = 1; fgets(line, sizeof(line), file); n++) {
        snprintf(place, sizeof(place), "%s:%u", path, n);
        cut(line);
        if (words_n > 0)
            run();
    }
    fclose(file);
}

uint64_t words_number(const char *word) {
    char *end;
    uint64_t number = strtoull(word, &end, 10);
    if (end == word)
        words_wrong("a number was expected, as 16, 4K or 1M");
    return *end == 'K' ? number << 10 : *end == 'M' ? number << 20 : number;
}

struct words_range words_range(const char *word) {
    char name[32];
    size_t length = strcspn(word, "[");
    snprintf(name, sizeof(name), "%.*s", (int)length, word);
    struct words_range range = range_of[need(&memories, name, "known memory was expected")];
    const char *colon = word[length] ? strchr(word, ':') : NULL;
    if (!colon)
        return range;
    uint64_t low = words_number(word + length + 1), high = words_number(colon + 1);
    if (low >= high || high > range.size)
        words_wrong("bounds within the memory were expected");
    return (struct words_range){range.at + low, high - low};
}

struct order_stream words_stream(const char *name) {
    return stream_of[need(&streams, name, "a known stream was expected")];
}

const struct words_event *words_event(const char *name) {
    return &event_of[need(&events, name, "a known event was expected")];
}

struct object *words_array(const char *name) {
    return array_of[need(&arrays, name, "a known array was expected")];
}

/* Handles are never 0. */
uint64_t words_context(const char *name) {
    unsigned n = contexts.n, i = add(&contexts, name);
    if (i == n)
        devices[i] = 0;
    return i + 1;
}

int64_t words_device(uint64_t context) {
    return devices[context - 1];
}

uint64_t words_handle(const char *name) {
    return add(&others, name) + 1;
}

static const struct {
    const char *word;
    uint32_t flag;
} flags[] = {{"opaque", ORDER_OPAQUE},
             {"managed", ORDER_MANAGED},
             {"small-tail", ORDER_SMALL_TAIL},
             {"out-of-order", ORDER_OUT_OF_ORDER}};

static uint32_t flag_of(const char *word) {
    for (unsigned i = 0; i < LENGTH(flags); i++)
        if (!strcmp(word, flags[i].word))
            return flags[i].flag;
    return 0;
}

bool words_is_flag(const char *word) {
    return flag_of(word) != 0;
}

uint32_t words_flags(unsigned from) {
    uint32_t all = 0;
    for (unsigned i = from; i < words_n; i++)
        all |= flag_of(words[i]);
    return all;
}

const char *words_severity(enum severity severity) {
    static const char *const names[] = {"off", "note", "warning", "error"};
    return names[severity];
}

void words_add_context(const char *name, int64_t device) {
    devices[words_context(name) - 1] = device;
}

/* KIND and CONTEXT, in any order, from this word on: a kind by its index, else -1. */
static int kind_and_context(unsigned from, const char *const *kinds, int n, uint64_t *context) {
    int kind = -1;
    *context = words_context("c1");
    for (unsigned i = from; i < words_n; i++) {
        int k = 0;
        while (k < n && strcmp(words[i], kinds[k]) != 0)
            k++;
        if (k < n)
            kind = k;
        else
            *context = words_context(words[i]);
    }
    return kind;
}

struct order_stream words_add_stream(void) {
    static const char *const kinds[] = {"legacy", "thread", "blocking", "nonblocking", "unordered"};
    static const enum order_kind values[] = {ORDER_LEGACY, ORDER_PER_THREAD, ORDER_BLOCKING,
                                             ORDER_NONBLOCKING, ORDER_UNORDERED};
    uint64_t context;
    int kind = kind_and_context(2, kinds, LENGTH(kinds), &context);
    unsigned i = add(&streams, words[1]);
    enum order_kind value = kind < 0 ? ORDER_NONBLOCKING : values[kind];
    stream_of[i] = (struct order_stream){value, context, value == ORDER_LEGACY ? 0 : i + 1};
    return stream_of[i];
}

const struct words_event *words_add_event(void) {
    static const char *const kinds[] = {"normal", "foreign"};
    uint64_t context;
    int kind = kind_and_context(2, kinds, LENGTH(kinds), &context);
    unsigned i = add(&events, words[1]);
    event_of[i] = (struct words_event){i + 1, context, kind == 1};
    return &event_of[i];
}

const struct words_event *words_give_event(const char *name, uint64_t context) {
    unsigned i = add(&events, name);
    event_of[i] = (struct words_event){i + 1, context, false};
    return &event_of[i];
}

struct memory_what words_add_memory(unsigned at, const char *old, bool *is_pageable) {
    static const char *const kinds[] = {"device",     "pool",   "managed", "pinned",
                                        "registered", "mapped", "pageable"};
    uint64_t context = words_context("c1");
    int kind = old ? 0 : kind_and_context(at + 2, kinds, LENGTH(kinds), &context);
    struct words_range range = {ADDRESS(memories.n), words_number(words[at + 1])};
    if (old)
        range.at = range_of[need(&memories, old, "known memory was expected")].at;
    range_of[add(&memories, words[at])] = range;
    *is_pageable = kind == (int)LENGTH(kinds) - 1;
    pageable[memories.n - 1] = *is_pageable;
    return (struct memory_what){.base = range.at,
                                .size = range.size,
                                .kind = kind < 0 ? MEMORY_DEVICE : (enum memory_kind)kind,
                                .context = context,
                                .device = words_device(context)};
}

bool words_is_pageable(uintptr_t at) {
    for (unsigned i = memories.n; i-- > 0;)
        if (range_of[i].at <= at && at < range_of[i].at + range_of[i].size)
            return pageable[i];
    return false;
}

struct object *words_add_array(enum object_kind kind, int32_t device_type) {
    struct object *array = object_new(kind, number_objects(kind, 1), 0x1000, NULL);
    array->device_type = device_type;
    array->device_id = 0;
    array_of[add(&arrays, words[1])] = array;
    return array;
}
