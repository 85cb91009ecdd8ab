/* store: the renderer's store with a block for each request, so that the sanitizers see its ends,
 * and a use of what is gone. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/store.h"
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    size_t size; /* keeps the bytes behind it aligned */
    char bytes[];
};

static struct block *kept, *passing;
static unsigned depth;
static bool is_kept; /* between store_begin() and store_end() */

void store_fail(void) {
    abort();
}

void *store_new(size_t size) {
    /* What a cache keeps is not for the next input to lose: it stays for ever. */
    static struct block *cached;
    struct block **list = depth == 0 ? &kept : is_kept ? &cached : &passing;
    struct block *block = size < SIZE_MAX / 2 ? calloc(1, sizeof *block + size) : NULL;
    if (!block)
        store_fail();
    *block = (struct block){.next = *list, .size = size};
    *list = block;
    return block->bytes;
}

void *store_resize(void *memory, size_t old_size, size_t size) {
    void *larger = store_new(size);
    return old_size ? memcpy(larger, memory, old_size < size ? old_size : size) : larger;
}

char *store_string(const char *string) {
    return string ? strcpy(store_new(strlen(string) + 1), string) : NULL;
}

char *store_format(const char *format, ...) {
    va_list arguments;
    char *text, *copy;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        store_fail();
    va_end(arguments);
    copy = store_string(text);
    free(text);
    return copy;
}

void *store_grow(void *array, size_t count, size_t size) {
    if (count & (count - 1))
        return array;
    return store_resize(array, count * size, (count ? 2 * count : 1) * size);
}

static void empty(struct block **list) {
    for (struct block *block = *list, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *list = NULL;
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
}
