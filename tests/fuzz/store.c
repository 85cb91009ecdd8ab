/* store: the renderer's store and jansson's memory, with poisoned bytes between blocks and all of a
 * pool poisoned when it is emptied, so that the sanitizers see the ends of blocks and a use of what
 * is gone. Nothing is given back one by one: that would be most of the time of an input. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/store.h"
#include "tests/fuzz/fuzz.h"

#include <jansson.h>
#include <sanitizer/asan_interface.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define POOL_SIZE (512u << 20) /* of addresses */
#define STEP      (1u << 20)   /* poisoned at a time */
#define FRESH     (1u << 20)   /* so much is handed out before what was gone comes again */
#define GAP       16u          /* poisoned, before each block */

/* Lies in the gap: jansson gives its blocks back one by one. */
struct head {
    uint64_t size, mark;
};
_Static_assert(sizeof(struct head) == GAP, "a head lies in the gap");
#define LIVE 0x6576696c6576696cull

struct pool {
    char *bytes;
    size_t begin, end; /* of what is in use */
    size_t poisoned;   /* from the first byte on, but for what is in use */
};

static struct pool kept, passing, parsed;
static unsigned depth;
static bool is_kept; /* between store_keep_begin() and store_keep_end() */

void store_fail(void) {
    abort();
}

static void begin(struct pool *pool) {
    pool->bytes = mmap(NULL, POOL_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pool->bytes == MAP_FAILED)
        abort();
}

static void poison_up_to(struct pool *pool, size_t end) {
    while (pool->poisoned < end) {
        ASAN_POISON_MEMORY_REGION(pool->bytes + pool->poisoned, STEP);
        pool->poisoned += STEP;
    }
}

static char *take(struct pool *pool, size_t size) {
    size_t room = GAP + (size + GAP - 1) / GAP * GAP;
    if (!pool->bytes)
        begin(pool);
    if (size >= POOL_SIZE / 2 || room > POOL_SIZE - GAP - pool->end)
        store_fail();
    poison_up_to(pool, pool->end + room + GAP);
    struct head *head = (struct head *)(pool->bytes + pool->end);
    ASAN_UNPOISON_MEMORY_REGION(head, GAP + size);
    *head = (struct head){.size = size, .mark = LIVE};
    ASAN_POISON_MEMORY_REGION(head, GAP);
    pool->end += room;
    return (char *)(head + 1);
}

static void empty(struct pool *pool) {
    if (!pool->bytes)
        return;
    ASAN_POISON_MEMORY_REGION(pool->bytes + pool->begin, pool->end - pool->begin);
    pool->begin = pool->end = pool->end < FRESH ? pool->end : 0;
}

static void *take_parsed(size_t size) {
    return take(&parsed, size);
}

static void give_parsed(void *memory) {
    struct head *head = (struct head *)memory - 1;
    if (!memory)
        return;
    ASAN_UNPOISON_MEMORY_REGION(head, GAP);
    if (head->mark != LIVE)
        abort(); /* given back twice */
    head->mark = 0;
    ASAN_POISON_MEMORY_REGION(head, GAP + head->size);
}

void store_init(void) {
    json_set_alloc_funcs(take_parsed, give_parsed);
}

void fuzz_free(void *memory) {
    if ((uintptr_t)memory - (uintptr_t)parsed.bytes < POOL_SIZE)
        give_parsed(memory);
    else
        free(memory);
}

void *store_new(size_t size) {
    /* What a cache keeps is not for the next input to lose: it stays for ever. */
    if (is_kept) {
        void *cached = calloc(1, size);
        if (!cached)
            store_fail();
        return cached;
    }
    return memset(take(depth == 0 ? &kept : &passing, size), 0, size);
}

void *store_resize(void *memory, size_t old_size, size_t size) {
    void *larger = store_new(size);
    return old_size ? memcpy(larger, memory, old_size < size ? old_size : size) : larger;
}

char *store_string(const char *string) {
    return string ? strcpy(store_new(strlen(string) + 1), string) : NULL;
}

char *store_format(const char *format, ...) {
    char brief[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    if (length < 0)
        store_fail();
    char *text = store_new((size_t)length + 1);
    if ((size_t)length < sizeof brief)
        memcpy(text, brief, (size_t)length + 1);
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void *store_grow(void *array, size_t count, size_t size) {
    if (count & (count - 1))
        return array;
    return store_resize(array, count * size, (count ? 2 * count : 1) * size);
}

void store_begin(void) {
    depth++;
}

void store_end(void) {
    if (--depth == 0)
        empty(&passing);
}

bool store_keep_begin(void) {
    bool before = is_kept;
    is_kept = true;
    return before;
}

void store_keep_end(bool before) {
    is_kept = before;
}

void fuzz_empty_store(void) {
    if (depth || is_kept)
        abort();
    empty(&kept);
    empty(&parsed);
}
