/* names: contexts, queues, events and memory by name, and the words that stand for them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name names_all[PLAY_NAMES];
unsigned names_n;
bool names_are_shared;
cl_device_id names_device;
struct names_lists names_lists;

void names_check(const char *what, cl_int code) {
    if (code == CL_INVALID_CONTEXT)
        play_skip("no object of another context", "");
    if (code != CL_SUCCESS)
        play_fail(what, code);
}

struct name *names_look(const char *name, size_t length, int kind) {
    for (unsigned i = names_n; i-- > 0;)
        if ((int)names_all[i].kind == kind && strlen(names_all[i].name) == length &&
            memcmp(names_all[i].name, name, length) == 0)
            return &names_all[i];
    return NULL;
}

struct name *names_need(const char *name, int kind) {
    struct name *found = names_look(name, strcspn(name, "["), kind);
    if (!found)
        play_skip("not known: ", name);
    return found;
}

struct name *names_add(const char *name, int kind) {
    if (names_n == PLAY_NAMES)
        play_skip("too many names: ", name);
    struct name *made = &names_all[names_n++];
    snprintf(made->name, sizeof(made->name), "%s", name);
    made->kind = kind;
    return made;
}

cl_context names_context(const char *name) {
    struct name *known = names_look(name, strlen(name), CONTEXT);
    cl_int code;
    if (known)
        return known->context;
    known = names_add(name, CONTEXT);
    known->context = clCreateContext(NULL, 1, &names_device, NULL, NULL, &code);
    names_check("clCreateContext", code);
    return known->context;
}

/* The one that a word from here on names: c1 unless said. */
cl_context names_last_context(unsigned from) {
    for (unsigned i = from; i < n_words; i++)
        if (words[i][0] == 'c' && words[i][1] >= '0' && words[i][1] <= '9')
            return names_context(words[i]);
    return names_context("c1");
}

struct name *names_event(const char *name) {
    struct name *event = names_need(name, EVENT);
    if (!event->event)
        play_skip("an event that no command has given", "");
    return event;
}

void names_take_lists(void) {
    unsigned n = 0;
    names_lists = (struct names_lists){0};
    for (unsigned i = 0; i < n_words; i++) {
        if (strncmp(words[i], "after:", 6) == 0)
            names_lists.after[names_lists.n++] = names_event(words[i] + 6)->event;
        else if (strncmp(words[i], "gives:", 6) == 0)
            names_lists.gives = names_add(words[i] + 6, EVENT);
        else
            words[n++] = words[i];
    }
    n_words = n;
    play_refuse_flags(2);
}

struct name *names_queue(const char *name) {
    struct name *queue = names_need(name, QUEUE);
    if (names_lists.gives)
        names_lists.gives->context = queue->context;
    return queue;
}

/* A part of a memory object begins at multiples of 128 bytes, a scenario's at those of 32. */
size_t names_bytes(const char *text, char **end) {
    return play_number(text, end) * (names_are_shared ? 1 : 4);
}

struct part names_part(const char *text) {
    struct part part = {.memory = names_need(text, MEMORY)};
    const char *bounds = strchr(text, '[');
    char *end;
    part.size = part.memory->size;
    if (!bounds)
        return part;
    part.offset = names_bytes(bounds + 1, &end);
    part.size = names_bytes(end + 1, &end) - part.offset;
    return part;
}

/* The memory object that a part is. */
cl_mem names_object(const struct part *part) {
    const cl_buffer_region region = {part->offset, part->size};
    cl_int code;
    if (part->size == part->memory->size)
        return part->memory->buffer;
    cl_mem object =
        clCreateSubBuffer(part->memory->buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    names_check("clCreateSubBuffer", code);
    return object;
}

char *names_pointer(const struct part *part) {
    return part->memory->pointer + part->offset;
}
