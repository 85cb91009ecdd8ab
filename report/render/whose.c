/* whose: whose code lies in a file. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/whose.h"

#include "report/library.h"
#include "report/render/store.h"

#include <fnmatch.h>
#include <string.h>

/* Asked for every frame, and the patterns are many. */
struct known {
    const char *path;
    struct whose whose;
    UT_hash_handle hh;
};

static bool is_one_of(const char *name, const char *const *patterns) {
    for (; *patterns; patterns++)
        if (!fnmatch(*patterns, name, 0))
            return true;
    return false;
}

static enum owner module_owner(const struct module *module, const char *library) {
    static const char *const ours[] = {"libarrowdev_check.so*", NULL};
    static const char *const interpreters[] = {"python*",      "libpython*",  "libffi.so*",
                                               "libffi-*.so*", "_ctypes*.so", NULL};
    static const char *const systems[] = {
        "libc.so*",   "libpthread.so*", "ld-linux*", "libstdc++.so*",  "libgcc_s.so*",
        "libc++.so*", "libc++abi.so*",  "libdl.so*", "libunwind*.so*", NULL};
    if (is_one_of(module->name, ours))
        return OWNER_OURS;
    if (is_one_of(module->name, interpreters))
        return OWNER_INTERPRETER;
    if (module->is_system || is_one_of(module->name, systems))
        return OWNER_SYSTEM;
    return library ? OWNER_LIBRARY : OWNER_USER;
}

static enum owner python_owner(const char *file, const char *library) {
    static const char *const frozen[] = {"<frozen *", NULL};
    static const char *const standard[] = {"*/lib/python[0-9]*", NULL};
    static const char *const packages[] = {"*/site-packages/*", "*/dist-packages/*", NULL};
    /* What runs tests and cells of notebooks: below every frame of the user's. */
    static const char *const runners[] = {"*-packages/pytest/*",    "*-packages/_pytest/*",
                                          "*-packages/pluggy/*",    "*-packages/IPython/*",
                                          "*-packages/ipykernel/*", "*-packages/traitlets/*",
                                          "*-packages/tornado/*",   "*-packages/xdist/*",
                                          "*-packages/execnet/*",   NULL};
    if (is_one_of(file, frozen))
        return OWNER_INTERPRETER;
    if (is_one_of(file, runners))
        return OWNER_SYSTEM;
    if (library)
        return OWNER_LIBRARY;
    if (is_one_of(file, standard) && !is_one_of(file, packages))
        return OWNER_SYSTEM;
    return OWNER_USER;
}

bool whose_is_of_language(const char *file) {
    /* Of C what checks calls in place (_FORTIFY_SOURCE), and instructions as functions; of Go what
     * stands between it and C. */
    static const char *const headers[] = {"*/include/c++/*",           "*/include/*/c++/*",
                                          "/rustc/*/library/*",        "/usr/include/bits/*",
                                          "/usr/include/*-*-*/bits/*", "*/lib*/gcc/*/include/*",
                                          "*/lib*/clang/*/include/*",  "*/src/runtime/*.go",
                                          "*/src/runtime/*.s",         "/_/runtime/cgo/*",
                                          "*/cgo-gcc-prolog",          "*/_cgo_export.c",
                                          "*_cgo_gotypes.go",          NULL};
    return file && is_one_of(file, headers);
}

bool whose_is_of_library(const char *file) {
    static const char *const sources[] = {
#define LIBRARY(name, pattern)
#define PACKAGE(name)
#define SOURCE(pattern) pattern,
#include "report/library.def"
#undef SOURCE
#undef PACKAGE
#undef LIBRARY
        NULL};
    return file && is_one_of(file, sources);
}

static struct known *find(struct known *all, const char *path) {
    struct known *known;
    HASH_FIND_STR(all, path, known);
    return known;
}

static struct known *new (const char *path) {
    bool before = store_keep_begin();
    struct known *known = store_new(sizeof *known);
    known->path = store_string(path);
    known->whose.library = library_name(library_row(path));
    store_keep_end(before);
    return known;
}

const struct whose *whose_module(const struct module *module) {
    /* Made at run time: a closure of libffi, the stub of a JIT. */
    static const struct whose of_no_module = {.owner = OWNER_SYSTEM};
    static struct known *all;
    if (!module)
        return &of_no_module;
    struct known *known = find(all, module->path);
    if (!known) {
        known = new (module->path);
        known->whose.owner = module_owner(module, known->whose.library);
        HASH_ADD_KEYPTR(hh, all, known->path, strlen(known->path), known);
    }
    return &known->whose;
}

const struct whose *whose_python(const char *file) {
    static struct known *all;
    struct known *known = find(all, file);
    if (!known) {
        known = new (file);
        known->whose.owner = python_owner(file, known->whose.library);
        HASH_ADD_KEYPTR(hh, all, known->path, strlen(known->path), known);
    }
    return &known->whose;
}
