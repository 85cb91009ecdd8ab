/* fuzz: inputs as text and as files. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is interned is never freed, by design. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0:quarantine_size_mb=4:malloc_context_size=2";
}

char *fuzz_text(const uint8_t *data, size_t size) {
    static char *text;
    free(text);
    text = malloc(size + 1);
    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static int file = -1;

int fuzz_file(const uint8_t *data, size_t size) {
    if (file < 0)
        file = memfd_create("input", MFD_CLOEXEC);
    if (ftruncate(file, 0) || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    return file;
}

const char *fuzz_path(void) {
    static char path[32];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    return path;
}
