/* names: what a scenario of tests/order calls things, and what they are to OpenCL. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_NAMES_H
#define OPENCL_LIB_NAMES_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include "tests/driver/play/lines.h"

struct name {
    char name[32];
    enum { CONTEXT, QUEUE, EVENT, MEMORY } kind;
    cl_context context;
    cl_command_queue queue;
    cl_event event; /* NULL: no command has given it; of a queue that is gone: its last one */
    bool is_gone, is_host, is_pinned;
    cl_mem buffer; /* NULL: a pointer; of pinned memory: over it */
    char *pointer;
    size_t size;
};

/** All of them, in the order in which they came. */
extern struct name names_all[PLAY_NAMES];
extern unsigned names_n;
/** Memory is shared virtual memory, not memory objects. */
extern bool names_are_shared;
extern cl_device_id names_device;

#define OK(call) names_check(#call, call)
/** What another context would be needed for skips the scenario. */
void names_check(const char *what, cl_int code);

/** NULL: there is none. Of the first so many letters. */
struct name *names_look(const char *name, size_t length, int kind);
/** Of the word before its bounds; without it the scenario is skipped. */
struct name *names_need(const char *name, int kind);
struct name *names_add(const char *name, int kind);
/** Made where it is new. */
cl_context names_context(const char *name);
/** The one that a word from here on names: c1 unless said. */
cl_context names_last_context(unsigned from);
/** An event that a command has given. */
struct name *names_event(const char *name);

/** What the operation waits for and gives, off its words by names_take_lists(). */
extern struct names_lists {
    cl_event after[PLAY_WORDS];
    cl_uint n;
    struct name *gives;
} names_lists;
void names_take_lists(void);
#define AFTER                                                                                      \
    names_lists.n, names_lists.n ? names_lists.after : NULL,                                       \
        names_lists.gives ? &names_lists.gives->event : NULL
/** The queue that the operation is put on. */
struct name *names_queue(const char *name);

/** Bytes of a scenario's memory. */
struct part {
    struct name *memory;
    size_t offset, size;
};
struct part names_part(const char *text);
size_t names_bytes(const char *text, char **end);
/** The memory object that a part is. */
cl_mem names_object(const struct part *part);
char *names_pointer(const struct part *part);

#endif
