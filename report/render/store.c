/* store: memory of the program arrowdev-check, never given back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void store_fail(void) {
    fputs("arrowdev_check: error: no memory left to render the report\n", stderr);
    exit(EXIT_FAILURE);
}

void *store_new(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        store_fail();
    return memory;
}

void *store_resize(void *memory, size_t size) {
    memory = realloc(memory, size ? size : 1);
    if (!memory)
        store_fail();
    return memory;
}

char *store_string(const char *string) {
    if (!string)
        return NULL;
    size_t size = strlen(string) + 1;
    return memcpy(store_new(size), string, size);
}

void *store_grow(void *array, size_t count, size_t size) {
    /* Room is there for the next power of two. */
    if (count & (count - 1))
        return array;
    return store_resize(array, (count ? 2 * count : 1) * size);
}
