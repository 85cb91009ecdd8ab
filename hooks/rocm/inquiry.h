/* inquiry: what we ask HIP ourselves, past our own hooks: the current device, what a stream is,
 * which memory an address is in, how a kernel is called.
 *
 * Few calls, and none that waits or that a stream capture forbids: where it might, the thread's
 * capture mode is relaxed around it. Called under no lock of ours. Up to version 5 each call of
 * HIP, ours too, decides what hipGetLastError() says next: there nothing is asked that may fail. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_INQUIRY_H
#define HOOKS_ROCM_INQUIRY_H

#include <stdatomic.h>

#include "hooks/rocm/rocm.h"
#include "tracker/memory.h"

void inquiry_init(stack_resolve_fn resolve);

/** Version of the runtime, 1000 * major + 10 * minor; 0 when it cannot be told. */
int inquiry_version(void);
/** Types are numbered and laid out as from version 6 on. */
bool inquiry_is_new(void);

/** The stream that a call uses: the one it names, or its default one. */
struct order_stream inquiry_stream(const struct rocm_call *call);
/** The same for a handle and a function that is per thread or not. */
struct order_stream inquiry_stream_of(uintptr_t handle, bool is_per_thread);
/** A stream was made with these flags on the current device, or is gone. */
void inquiry_note_stream(uintptr_t handle, unsigned flags);
void inquiry_forget_stream(uintptr_t handle);
/** The stream's calls build a graph just now. */
bool inquiry_is_capturing(uintptr_t handle, bool is_per_thread);

/** The current device, -1 when it cannot be told; what stands for its context, 0 then. */
int64_t inquiry_device(void);
uint64_t inquiry_context(void);

/** What memory an address is in: 0 and its kind, 1 for memory that HIP does not know (pageable, or
 * none), -1 when it cannot say. */
int inquiry_memory(uintptr_t address, struct memory_what *what);
/** For home_ask(). */
bool inquiry_is_pageable(int32_t device_type, uintptr_t at);
/** The work that the event's last record stands for goes on still. */
bool inquiry_is_pending(uint64_t event);

/** A kernel's name as the compiler has mangled it, NULL when it cannot be told: of the function
 * that stands for it in the host's code, or of a module's. */
const char *inquiry_host_kernel(uintptr_t function, uintptr_t stream);
const char *inquiry_module_kernel(uintptr_t function);

/** The function of HIP of this name, found at the first question; NULL when there is none. */
void *inquiry_find(_Atomic(void *) *place, const char *name);
/** The same, looked for each time. */
void *inquiry_symbol(const char *name);

/** Declares `result`: what HIP's function of this name answers. */
#define INQUIRE(name, types, ...)                                                                  \
    static _Atomic(void *) place;                                                                  \
    int(*asked) types = (int(*) types)inquiry_find(&place, name);                                  \
    int result = asked ? asked(__VA_ARGS__) : HIP_NOT_FOUND

#endif
