/* store: two pools of chunks, one that stays and one that is emptied. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/store.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE (64u * 1024)
#define ALIGNMENT  16u

struct chunk {
    struct chunk *next;
    size_t size, used;
    char bytes[] __attribute__((aligned(ALIGNMENT)));
};

struct pool {
    struct chunk *first; /* the one that is being filled */
};

static struct pool kept, passing;
static bool is_passing; /* what is asked for now */
static unsigned depth;

void store_fail(void) {
    fputs("arrowdev_check: error: no memory left to render the report\n", stderr);
    exit(EXIT_FAILURE);
}

static void *malloc_or_fail(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        store_fail();
    return memory;
}

void store_init(void) {
    json_set_alloc_funcs(malloc_or_fail, free);
}

static struct chunk *add_chunk(struct pool *pool, size_t least) {
    size_t size = least > CHUNK_SIZE ? least : CHUNK_SIZE;
    struct chunk *chunk = malloc_or_fail(sizeof *chunk + size);
    *chunk = (struct chunk){.next = pool->first, .size = size};
    /* A large one does not end the filling of the one before. */
    if (least > CHUNK_SIZE / 4 && pool->first) {
        chunk->next = pool->first->next;
        pool->first->next = chunk;
    } else {
        pool->first = chunk;
    }
    return chunk;
}

void *store_new(size_t size) {
    struct pool *pool = is_passing ? &passing : &kept;
    struct chunk *chunk = pool->first;
    if (size > SIZE_MAX / 2)
        store_fail();
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!chunk || chunk->size - chunk->used < size)
        chunk = add_chunk(pool, size);
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    return memset(memory, 0, size);
}

void *store_resize(void *memory, size_t old_size, size_t size) {
    void *larger = store_new(size);
    return old_size ? memcpy(larger, memory, old_size < size ? old_size : size) : larger;
}

char *store_string(const char *string) {
    if (!string)
        return NULL;
    size_t size = strlen(string) + 1;
    return memcpy(store_new(size), string, size);
}

char *store_format(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        store_fail();
    char *text = store_new((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void *store_grow(void *array, size_t count, size_t size) {
    /* Room is there for the next power of two. */
    if (count & (count - 1))
        return array;
    return store_resize(array, count * size, (count ? 2 * count : 1) * size);
}

void store_begin(void) {
    if (depth++ == 0)
        is_passing = true;
}

/* One chunk is left for the next time. */
static void empty(struct pool *pool) {
    struct chunk *last = NULL;
    for (struct chunk *chunk = pool->first, *next; chunk; chunk = next) {
        next = chunk->next;
        if (!last && chunk->size == CHUNK_SIZE)
            last = chunk;
        else
            free(chunk);
    }
    if (last)
        *last = (struct chunk){.size = CHUNK_SIZE};
    pool->first = last;
}

void store_end(void) {
    if (--depth > 0)
        return;
    is_passing = false;
    empty(&passing);
}

bool store_keep_begin(void) {
    bool before = is_passing;
    is_passing = false;
    return before;
}

void store_keep_end(bool before) {
    is_passing = before;
}
