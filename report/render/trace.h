/* trace: a recorded stack with names: inlined functions in their places, each frame with what it
 * belongs to, and the places a reader is sent to. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_TRACE_H
#define RENDER_TRACE_H

#include "report/render/facts.h"
#include "report/render/whose.h"

struct spot {
    enum owner owner;
    bool is_python, is_inlined;
    bool is_hidden; /* not for a printed stack: ours, the interpreter's, below main, hide_frames */
    const char *function; /* NULL when not known */
    const char *first;    /* of a definition: its first parameter, NULL when not known */
    const char *file;     /* as it is to be printed, NULL when not known */
    int line, column;
    const struct module *module; /* NULL for Python and code of no module */
    uint64_t offset;
    const char *library; /* name in library.def, NULL elsewhere */
};

struct trace {
    size_t n;
    struct spot *spots; /* innermost first */
    bool is_truncated;
};

/** How paths are printed and what is hidden; once, before the first trace. NULL for none. */
void trace_init(const char *strip_path_prefix, const char *hide_frames);

/** The trace of a stack; an empty one for id 0 and unknown ids. */
const struct trace *trace_of(const struct process *process, int stack);

/**
 * The frame to send a reader to: the user's first one with a line, else his first one, else a
 * library's, else the first.
 *
 * @return NULL for an empty trace
 */
const struct spot *trace_place(const struct trace *trace);

/** A function by its address, with the place where it is defined. */
struct spot trace_definition(const struct process *process, const struct module *module,
                             uint64_t offset);

/** A Python function by its first line: at its `def`, where its decorators stand before that. */
struct spot trace_python(const struct process *process, const char *file, const char *function,
                         int first);

/** "Sink::close", "libfoo.so+0x1234", "?" */
const char *trace_function(const struct spot *spot);
/** "src/sink.cc:141", "libfoo.so+0x1234" */
const char *trace_location(const struct spot *spot);
/** "src/sink.cc:141", else "Sink::close (libfoo.so)", else "libfoo.so+0x1234" */
const char *trace_point(const struct spot *spot);
/** "src/sink.cc:141", else the module, as "libfoo.so" or "pyarrow/lib.so"; "" for neither. */
const char *trace_where(const struct spot *spot);
/** What a reader calls the module of a file name: "libfoo.so", "pyarrow/lib.so". */
const char *trace_module(const struct process *process, const char *name);
/** Does the module of a file name belong to a row of library.def? */
bool trace_is_library(const struct process *process, const char *name);
/** "sink.cc:141", "" when no line is known. */
const char *trace_short(const struct spot *spot);

#endif
