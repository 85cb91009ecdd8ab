/* library: compares a module's path with the rows of report/library.def. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/library.h"

#include <stdatomic.h>

#include "report/base/package.h"
#include "report/base/text.h"
#include "report/module.h"

static const struct {
    const char *name, *pattern; /* NULL for a package */
} rows[] = {
#define LIBRARY(name, pattern) {name, pattern},
#define PACKAGE(name)          {name, NULL},
#define SOURCE(pattern)
#include "report/library.def"
#undef SOURCE
#undef PACKAGE
#undef LIBRARY
};

static bool is_of(unsigned row, const char *path) {
    return rows[row].pattern ? text_matches(rows[row].pattern, path)
                             : package_has(rows[row].name, path);
}

static unsigned row_of(const char *path) {
    unsigned row = 0;
    while (row < LENGTH(rows) && !is_of(row, path))
        row++;
    return row;
}

const char *library_of_path(const char *path) {
    unsigned row = row_of(path);
    return row < LENGTH(rows) ? rows[row].name : NULL;
}

/* Asked for at every hand-over: a module's row + 1, looked for once. */
#define CACHED 4096
static _Atomic uint8_t cache[CACHED];
_Static_assert(LENGTH(rows) < UINT8_MAX, "a cached row is a byte");

const char *library_of(int id) {
    const struct module *module = module_get(id);
    if (!module)
        return NULL;
    unsigned row = id < CACHED ? atomic_load_explicit(&cache[id], memory_order_relaxed) : 0;
    if (row == 0) {
        row = row_of(module->path) + 1;
        if (id < CACHED)
            atomic_store_explicit(&cache[id], (uint8_t)row, memory_order_relaxed);
    }
    return row <= LENGTH(rows) ? rows[row - 1].name : NULL;
}

/* Whether a Python file is a library's, asked for at every hand-over: its name, which is kept for
 * ever, is compared once. A word holds the address and the answer. */
static bool is_librarys(const char *file) {
    static _Atomic uint64_t answers[256];
    uint64_t address = (uintptr_t)file;
    _Atomic uint64_t *answer = &answers[(address ^ address >> 8) % LENGTH(answers)];
    uint64_t was = atomic_load_explicit(answer, memory_order_relaxed);
    if (was >> 1 == address)
        return was & 1;
    bool is = library_of_path(file) != NULL;
    atomic_store_explicit(answer, address << 1 | is, memory_order_relaxed);
    return is;
}

int library_client(stack_id stack, int actor) {
    unsigned n = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    if (!library_of(actor))
        return actor;
    for (unsigned i = 0; i < n; i++) {
        if (!frames[i].pc)
            return frames[i].file && !is_librarys(frames[i].file) ? -1 : actor;
        const struct module *module = module_get(frames[i].module);
        if (!module || module->is_system || module->id == actor)
            continue;
        const char *library = library_of(module->id);
        if (!library || strcmp(library, "libarrow") != 0)
            return module->id;
    }
    return actor;
}

const struct stack_frame *library_user(stack_id stack) {
    unsigned n = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    for (unsigned i = 0; i < n; i++) {
        const struct module *module = frames[i].pc ? module_get(frames[i].module) : NULL;
        bool is_python = !frames[i].pc && frames[i].file && !is_librarys(frames[i].file);
        if (is_python || (module && !module->is_system && !library_of(module->id)))
            return &frames[i];
    }
    return NULL;
}
