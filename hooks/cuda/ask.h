/* ask: what we ask the driver ourselves, past our own hooks: the current context, what a stream is,
 * which memory an address is in, what parameters a kernel has.
 *
 * Few calls, and none that waits or that a stream capture forbids: where it might, the thread's
 * capture mode is relaxed around it. Called under no lock of ours. A driver too old for a question
 * answers nothing. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_ASK_H
#define HOOKS_CUDA_ASK_H

#include <stdatomic.h>

#include "hooks/cuda/cuda.h"
#include "tracker/memory.h"

void ask_init(stack_resolve_fn resolve);

/** Version of the driver, 1000 * major + 10 * minor; 0 when it cannot be told. */
int ask_version(void);

/** The stream that a call uses: the one it names, or its default one. */
struct order_stream ask_stream(const struct cuda_call *call);
/** The same for a handle and a function that is per thread or not. */
struct order_stream ask_stream_of(uintptr_t handle, bool is_per_thread);
/** A stream was made with these flags in the current context, or is gone. */
void ask_note_stream(uintptr_t handle, unsigned flags);
void ask_forget_stream(uintptr_t handle);

/** Handle of the calling thread's current context, 0 for none. */
uint64_t ask_context(void);
/** Device of the current context, -1 when it cannot be told. */
int64_t ask_device(void);
/** The primary context of a device, while it is active; 0 else. */
uint64_t ask_primary(int device);
void ask_note_primary(int device, uint64_t context);
/** The context is there still. */
bool ask_is_context(uint64_t context);
/** The stream's calls build a graph just now. */
bool ask_is_capturing(uintptr_t handle, bool is_per_thread);

/** What memory an address is in: 0 and its kind, 1 for memory that the driver does not know
 * (pageable, or none), -1 when it cannot say. */
int ask_memory(uintptr_t address, struct memory_what *what);
/** For home_ask(). */
bool ask_is_pageable(int32_t device_type, uintptr_t at);

/** The work that the event's last record stands for goes on still. */
bool ask_is_pending(uint64_t event);

/** Layout of a kernel's ith parameter; false behind the last, or when the driver cannot say. */
bool ask_parameter(uintptr_t function, size_t i, size_t *offset, size_t *size);
/** Its name as the compiler has mangled it, NULL when the driver cannot say. */
const char *ask_kernel_name(uintptr_t function);

/** The function of the driver behind *place, found by its exported name at the first question; NULL
 * when there is none. */
void *ask_find(_Atomic(void *) *place, const char *name);

/** Declares `result`: what the driver's function of this name answers. */
#define ASK(name, types, ...)                                                                      \
    static _Atomic(void *) place;                                                                  \
    CUresult(*asked) types = (CUresult(*) types)ask_find(&place, name);                            \
    CUresult result = asked ? asked(__VA_ARGS__) : CUDA_ERROR_NOT_FOUND

#endif
