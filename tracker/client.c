/* client: goes along the stack past what is a library's; each module and Python file is looked up
 * once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/client.h"

#include <stdatomic.h>

#include "report/library.h"
#include "report/module.h"

/* Asked for at every hand-over: a module's row of library.def + 1, looked for once. */
#define CACHED 4096
static _Atomic uint8_t cache[CACHED];

const char *client_library(int id) {
    const struct module *module = module_get(id);
    if (!module)
        return NULL;
    unsigned row = id < CACHED ? atomic_load_explicit(&cache[id], memory_order_relaxed) : 0;
    if (row == 0) {
        row = library_row(module->path) + 1u;
        if (id < CACHED)
            atomic_store_explicit(&cache[id], (uint8_t)row, memory_order_relaxed);
    }
    return library_name(row - 1);
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
    bool is = library_row(file) > 0;
    atomic_store_explicit(answer, address << 1 | is, memory_order_relaxed);
    return is;
}

int client_of(stack_id stack, int actor) {
    unsigned n = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    if (!client_library(actor))
        return actor;
    for (unsigned i = 0; i < n; i++) {
        if (!frames[i].pc)
            return frames[i].file && !is_librarys(frames[i].file) ? -1 : actor;
        const struct module *module = module_get(frames[i].module);
        if (!module || module->is_system || module->id == actor)
            continue;
        const char *library = client_library(module->id);
        if (!library || strcmp(library, "libarrow") != 0)
            return module->id;
    }
    return actor;
}

const struct stack_frame *client_frame(stack_id stack) {
    unsigned n = 0;
    const struct stack_frame *frames = stack_frames(stack, &n);
    for (unsigned i = 0; i < n; i++) {
        const struct module *module = frames[i].pc ? module_get(frames[i].module) : NULL;
        bool is_python = !frames[i].pc && frames[i].file && !is_librarys(frames[i].file);
        if (is_python || (module && !module->is_system && !client_library(module->id)))
            return &frames[i];
    }
    return NULL;
}
