/* layouts: tables of kernels by their modules' names and by their functions. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/layouts.h"

#include "hooks/mangled.h"
#include "hooks/rocm/hip.h"
#include "hooks/rocm/inquiry.h"
#include "hooks/rocm/metadata.h"
#include "report/base/hash.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"

/** Kernels of code objects that are kept; those of large libraries are thousands. */
#define MOST_KERNELS 16384

struct key {
    uintptr_t owner; /* a module, 0 for a function */
    uint64_t what;   /* hash of a name, or the function */
};

struct known {
    UT_hash_handle hh;
    struct key key;
    uintptr_t module; /* that it goes with, 0: with none */
    struct layout layout;
};

/* A function of the host's code, or (of_module) such a module itself. */
struct stub {
    UT_hash_handle hh;
    uintptr_t function; /* or the module */
    uintptr_t module;   /* or the image; 0: it has been read */
    const char *name;   /* NULL: a module */
};

static struct known *all;
static struct stub *stubs;
static unsigned n_kernels;
LOCK_DEFINE(lock, LOCK_RUNTIME)

static struct known *find(const struct key *key) {
    struct known *known;
    HASH_FIND(hh, all, key, sizeof(*key), known);
    return known;
}

static void remove_locked(struct known *known) {
    n_kernels -= known->key.owner != 0;
    HASH_DELETE(hh, all, known);
    memory_free(known, sizeof(*known));
}

/* In place of what was known. */
static void keep(struct key key, uintptr_t module, const struct layout *layout) {
    struct known *known = memory_alloc(sizeof(*known));
    if (!known)
        return;
    *known = (struct known){.key = key, .module = module, .layout = *layout};
    lock_acquire(&lock);
    struct known *old = find(&key);
    if (old)
        remove_locked(old);
    bool has_room = key.owner == 0 || n_kernels < MOST_KERNELS;
    if (has_room)
        HASH_ADD(hh, all, key, sizeof(known->key), known);
    bool is_kept = has_room && known->hh.tbl;
    n_kernels += is_kept && key.owner != 0;
    lock_release(&lock);
    if (!is_kept)
        memory_free(known, sizeof(*known));
}

static bool get(struct key key, struct layout *layout) {
    lock_acquire(&lock);
    const struct known *known = find(&key);
    if (known && layout)
        *layout = known->layout;
    lock_release(&lock);
    return known;
}

static struct key of_name(uintptr_t module, const char *name, size_t length) {
    /* Two names of one module with the same hash are not met. */
    return (struct key){module, hash_add(HASH_NONE, name, length)};
}

static struct key of_function(uintptr_t function) {
    return (struct key){0, function};
}

static void keep_kernel(const struct metadata_kernel *kernel, uintptr_t module) {
    keep(of_name(module, kernel->name, kernel->length), module, &kernel->layout);
}

void layouts_loaded(uintptr_t module, uintptr_t image) {
    layouts_unload(module);
    metadata_read(image, keep_kernel, module);
}

void layouts_unload(uintptr_t module) {
    struct known *known, *next;
    struct stub *stub, *next_stub;
    lock_acquire(&lock);
    HASH_ITER(hh, stubs, stub, next_stub)
    if (stub->function == module || (stub->name && stub->module == module)) {
        HASH_DELETE(hh, stubs, stub);
        memory_free(stub, sizeof(*stub));
    }
    HASH_ITER(hh, all, known, next)
    if (known->module == module)
        remove_locked(known);
    lock_release(&lock);
}

static struct stub *find_stub(uintptr_t function) {
    struct stub *stub;
    HASH_FIND(hh, stubs, &function, sizeof(function), stub);
    return stub;
}

/* In place of an older one of that address. */
static void keep_stub(const struct stub *given) {
    struct stub *stub = memory_alloc(sizeof(*stub));
    if (!stub)
        return;
    lock_acquire(&lock);
    struct stub *old = find_stub(given->function);
    if (old)
        HASH_DELETE(hh, stubs, old);
    *stub = *given;
    HASH_ADD(hh, stubs, function, sizeof(stub->function), stub);
    bool is_kept = stub->hh.tbl;
    lock_release(&lock);
    memory_free(old, sizeof(*old));
    if (!is_kept)
        memory_free(stub, sizeof(*stub));
}

void layouts_fat(uintptr_t module, uintptr_t image) {
    keep_stub(&(struct stub){.function = module, .module = image});
}

void layouts_stands_for(uintptr_t function, uintptr_t module, const char *name) {
    struct stub stub = {.function = function, .module = module, .name = name};
    keep_stub(&stub);
    lock_acquire(&lock);
    const struct key key = of_function(function);
    struct known *old = find(&key);
    if (old)
        remove_locked(old);
    lock_release(&lock);
}

/* Once for each module: the image of the one that the function is of. */
static struct stub take_stub(uintptr_t function, uintptr_t *image) {
    struct stub taken = {.name = NULL};
    lock_acquire(&lock);
    const struct stub *stub = find_stub(function);
    if (stub && stub->name)
        taken = *stub;
    struct stub *module = taken.name ? find_stub(taken.module) : NULL;
    *image = module && !module->name ? module->module : 0;
    if (*image)
        module->module = 0;
    lock_release(&lock);
    return taken;
}

static bool read_stub(uintptr_t function, struct layout *layout) {
    uintptr_t image;
    struct stub stub = take_stub(function, &image);
    if (image)
        metadata_read(image, keep_kernel, stub.module);
    return stub.name && get(of_name(stub.module, stub.name, strlen(stub.name)), layout);
}

/* Names tell pointers alone: what else there is has no size. */
static struct layout read_name(const char *name) {
    struct mangled found = name ? mangled_read(name) : (struct mangled){0};
    struct layout layout = {.is_told = found.is_complete, .constants = found.constants};
    for (unsigned i = 0; i < LAYOUTS_MOST; i++)
        if (found.pointers >> i & 1) {
            layout.size[i] = sizeof(uintptr_t);
            layout.n = i + 1;
        }
    return layout;
}

void layouts_given(uintptr_t function, uintptr_t module, const char *name) {
    struct layout layout;
    if (!get(of_name(module, name, strlen(name)), &layout))
        layout = read_name(name);
    keep(of_function(function), module, &layout);
}

bool layouts_is_given(uintptr_t function) {
    lock_acquire(&lock);
    const struct key key = of_function(function);
    const struct known *known = find(&key);
    bool is_given = known && known->module;
    lock_release(&lock);
    return is_given;
}

struct layout layouts_of(uintptr_t function, bool is_of_module) {
    struct layout layout = {.n = 0};
    if (!function || get(of_function(function), &layout))
        return layout;
    if (is_of_module)
        layout = read_name(inquiry_module_kernel(function));
    else if (!read_stub(function, &layout))
        layout = read_name(inquiry_host_kernel(function, HIP_STREAM_NULL));
    keep(of_function(function), 0, &layout);
    return layout;
}
