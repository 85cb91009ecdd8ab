/* words: the lines of a scenario as words, and its names as handles, addresses, objects. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ORDER_WORDS_H
#define TESTS_ORDER_WORDS_H

#include "tests/unit/scene/scene.h"
#include "tracker/memory.h"

#define WORDS_MOST 64

/** The operation at hand. */
extern char *words[WORDS_MOST];
extern unsigned words_n;

/** Call back for each line that has words. */
void words_each_line(const char *path, void (*run)(void));
/** "FILE:LINE" */
const char *words_place(void);
/** Say what was expected there, and end. */
_Noreturn void words_wrong(const char *expected);

struct words_range {
    uintptr_t at;
    uint64_t size;
};
struct words_event {
    uint64_t handle, context;
    bool is_foreign;
};

uint64_t words_number(const char *word);
struct words_range words_range(const char *word);
struct order_stream words_stream(const char *name);
const struct words_event *words_event(const char *name);
struct object *words_array(const char *name);
uint64_t words_context(const char *name);
int64_t words_device(uint64_t context);
/** One number a name, as for graphs. */
uint64_t words_handle(const char *name);
bool words_is_flag(const char *word);
uint32_t words_flags(unsigned from);
const char *words_severity(enum severity severity);

/** What the operation at hand declares; a name again is the same handle again. */
void words_add_context(const char *name, int64_t device);
struct order_stream words_add_stream(void);
const struct words_event *words_add_event(void);
/** An event that comes with what gives it. */
const struct words_event *words_give_event(const char *name, uint64_t context);
/** @at  index of the name's word; @old  lies where this lay, or NULL */
struct memory_what words_add_memory(unsigned at, const char *old, bool *is_pageable);
/** An address lies in memory that was declared so. */
bool words_is_pageable(uintptr_t at);
struct object *words_add_array(enum object_kind kind, int32_t device_type);

void words_forget(void);

#endif
