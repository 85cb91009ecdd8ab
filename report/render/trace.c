/* trace: a recorded stack with names. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/trace.h"

#include "report/render/demangle.h"
#include "report/render/names.h"
#include "report/render/source.h"
#include "report/render/store.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION_MAX 56 /* beside a module */

static const char *prefix = "", *hidden = "";

void trace_init(const char *strip_path_prefix, const char *hide_frames) {
    prefix = strip_path_prefix ? strip_path_prefix : "";
    hidden = hide_frames ? hide_frames : "";
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Take "/./" and "/x/../" out of a path, as compilers leave them. */
static void straighten(char *path) {
    char *to = path;
    for (const char *from = path; *from;) {
        if (!strncmp(from, "/./", 3)) {
            from += 2;
        } else if (!strncmp(from, "/../", 4) && to > path) {
            while (to > path && *--to != '/')
                continue;
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
}

static const char *without(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (!length || strncmp(path, folder, length))
        return path;
    if (folder[length - 1] != '/' && path[length] != '/')
        return path;
    path += length;
    return path + strspn(path, "/");
}

/* What an editor started where the program ran can open. */
static const char *printed_path(const struct process *process, const char *file) {
    if (!file)
        return NULL;
    char *path = store_string(file);
    straighten(path);
    if (*prefix && !strncmp(path, prefix, strlen(prefix)))
        return path + strlen(prefix) + strspn(path + strlen(prefix), "/");
    return strcmp(process->cwd, "/") ? without(path, process->cwd) : path;
}

static bool is_hidden_function(const char *function) {
    char patterns[256];
    snprintf(patterns, sizeof patterns, "%s", hidden);
    for (char *rest = patterns, *pattern; function && (pattern = strsep(&rest, ","));)
        if (*pattern && !fnmatch(pattern, function, 0))
            return true;
    return false;
}

static void add_spot(struct trace *trace, struct spot spot) {
    spot.is_hidden = spot.owner >= OWNER_INTERPRETER || is_hidden_function(spot.function);
    STORE_ADD(trace->spots, trace->n) = spot;
}

static struct spot python_spot(const struct process *process, const char *file,
                               const char *function, int line) {
    const struct whose *whose = whose_python(file);
    return (struct spot){.owner = whose->owner,
                         .is_python = true,
                         .function = function,
                         .file = printed_path(process, file),
                         .line = line,
                         .library = whose->library};
}

static void add_python(struct trace *trace, const struct process *process,
                       const struct frame *frame) {
    add_spot(trace, python_spot(process, frame->file, frame->function, frame->line));
}

static enum owner native_owner(const struct whose *whose, const char *file) {
    if (whose->owner < OWNER_SYSTEM && whose_is_of_language(file))
        return OWNER_SYSTEM;
    return whose->owner == OWNER_USER && whose_is_of_library(file) ? OWNER_LIBRARY : whose->owner;
}

static struct spot native_spot(const struct process *process, const struct module *module,
                               uint64_t offset, const struct name *name) {
    const struct whose *whose = whose_module(module);
    return (struct spot){.owner = native_owner(whose, name->file),
                         .is_inlined = name->is_inlined,
                         .function = name->function,
                         .first = name->first,
                         .file = printed_path(process, name->file),
                         .line = name->line,
                         .column = name->column,
                         .module = module,
                         .offset = offset,
                         .library = whose->library};
}

static void add_native(struct trace *trace, const struct process *process,
                       const struct frame *frame) {
    struct names names = names_find(frame->module, frame->offset, frame->is_exact);
    for (size_t i = 0; i < names.n; i++)
        add_spot(trace, native_spot(process, frame->module, frame->offset, &names.list[i]));
}

struct spot trace_python(const struct process *process, const char *file, const char *function,
                         int first) {
    return python_spot(process, file, function, source_def(process->cwd, file, first));
}

struct spot trace_definition(const struct process *process, const struct module *module,
                             uint64_t offset) {
    struct name name = names_definition(module, offset);
    return native_spot(process, module, offset, &name);
}

/* A stack of the interpreter alone, as at its end, is better than none. */
static void show_if_all_hidden(struct trace *trace) {
    for (size_t i = 0; i < trace->n; i++)
        if (!trace->spots[i].is_hidden)
            return;
    for (size_t i = 0; i < trace->n; i++)
        trace->spots[i].is_hidden = trace->spots[i].owner == OWNER_OURS;
}

/* What called main, or a thread's first function, says nothing about the program. */
static void hide_outermost(struct trace *trace) {
    size_t n = trace->n, main = 0;
    while (n && trace->spots[n - 1].owner >= OWNER_SYSTEM)
        n--;
    while (main < n &&
           !(trace->spots[main].owner == OWNER_USER && !trace->spots[main].is_python &&
             trace->spots[main].function && !strcmp(trace->spots[main].function, "main")))
        main++;
    for (size_t i = main < n ? main + 1 : n; i < trace->n; i++)
        trace->spots[i].is_hidden = true;
}

const struct trace *trace_of(const struct process *process, int id) {
    static const struct trace empty;
    struct stack *stack = facts_stack(process, id);
    if (!stack)
        return &empty;
    if (!stack->trace) {
        struct trace *trace = store_new(sizeof *trace);
        for (size_t i = 0; i < stack->n_frames; i++)
            (stack->frames[i].function ? add_python : add_native)(trace, process,
                                                                  &stack->frames[i]);
        hide_outermost(trace);
        show_if_all_hidden(trace);
        trace->is_truncated = stack->is_truncated;
        stack->trace = trace;
    }
    return stack->trace;
}

const struct spot *trace_place(const struct trace *trace) {
    const struct spot *best = NULL;
    int best_rank = 5;
    for (size_t i = 0; i < trace->n; i++) {
        const struct spot *spot = &trace->spots[i];
        int rank = spot->owner == OWNER_USER && !spot->is_hidden ? (spot->line ? 0 : 1)
                   : spot->owner == OWNER_LIBRARY                ? 2
                   : spot->owner == OWNER_SYSTEM                 ? 3
                                                                 : 4;
        if (rank < best_rank) {
            best = spot;
            best_rank = rank;
        }
    }
    return best;
}

const char *trace_function(const struct spot *spot) {
    if (spot->function)
        return spot->function;
    return spot->module ? trace_location(spot) : "?";
}

const char *trace_location(const struct spot *spot) {
    if (spot->file && spot->line)
        return store_format("%s:%d", spot->file, spot->line);
    if (spot->file && !spot->module)
        return spot->file;
    if (!spot->module)
        return store_format("0x%llx", (unsigned long long)spot->offset);
    return store_format("%s+0x%llx", spot->module->name, (unsigned long long)spot->offset);
}

/* Python's tag in a file's name tells nothing, and "lib.so" nobody knows whose it is. */
static const char *module_name(const char *name, const char *library) {
    const char *tag = strstr(name, ".cpython-");
    bool says_library = !library || strstr(name, library);
    if (says_library && !tag)
        return name;
    return store_format("%s%s%.*s%s", says_library ? "" : library, says_library ? "" : "/",
                        tag ? (int)(tag - name) : (int)strlen(name), name, tag ? ".so" : "");
}

const char *trace_point(const struct spot *spot) {
    if (!spot->function || !spot->module || (spot->file && spot->line))
        return trace_location(spot);
    return store_format("%s (%s)", demangle_shorten(spot->function, FUNCTION_MAX),
                        module_name(spot->module->name, spot->library));
}

const char *trace_where(const struct spot *spot) {
    if (spot->file)
        return trace_location(spot);
    return spot->module ? module_name(spot->module->name, spot->library) : "";
}

/* The library that a module of this file name belongs to. */
static const char *library_called(const struct process *process, const char *name) {
    const struct module *module = process->modules;
    while (module && strcmp(module->name, name))
        module = module->hh.next;
    return module ? whose_module(module)->library : NULL;
}

const char *trace_module(const struct process *process, const char *name) {
    return module_name(name, library_called(process, name));
}

bool trace_is_library(const struct process *process, const char *name) {
    return library_called(process, name) != NULL;
}

const char *trace_short(const struct spot *spot) {
    if (!spot->file || !spot->line)
        return "";
    return store_format("%s:%d", name_of(spot->file), spot->line);
}
