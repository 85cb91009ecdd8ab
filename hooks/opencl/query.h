/* query: what we ask OpenCL ourselves, past our own hooks: what a queue is, how far a command has
 * come, which arguments of a kernel point to constants.
 *
 * No call that waits. Called under no lock of ours. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_QUERY_H
#define HOOKS_OPENCL_QUERY_H

#include <stdatomic.h>

#include "report/stack.h"
#include "tracker/order.h"

void query_init(stack_resolve_fn resolve);

/** Any function that a loaded module defines, found once; NULL: none. */
void *query_symbol(_Atomic(void *) *place, const char *name);

/** The stream that a queue is; kind NONBLOCKING of context 0 when it cannot be told. */
struct order_stream query_queue(uintptr_t queue);

/** Execution status of the event's command, negative where it has failed; INT32_MAX when it cannot
 * be told. */
int query_status(uintptr_t event);
/** The work that it stands for goes on still. */
bool query_is_pending(uint64_t event);

/** The kernel's argument points to const, or is an image that it only reads, as far as its program
 * keeps that. */
bool query_is_constant(uintptr_t kernel, unsigned index);

/** How the elements of an image lie: bytes of one, distances of rows and slices; how many there are
 * each way. False: it cannot be told. */
struct query_image {
    size_t element, row, slice, width, height, depth;
};
bool query_image(uintptr_t image, struct query_image *answer);
/** What an image is made over: a memory object, else memory of the host; both 0: its own. */
struct query_storage {
    uintptr_t parent, host;
    bool is_read_only; /* to kernels */
};
struct query_storage query_storage(uintptr_t image);

/** Give back a reference that we were given ourselves. */
void query_release_event(uintptr_t event);

/** References to a context by the runtime's own count, 0 when it cannot be told. */
unsigned query_context_references(uintptr_t context);

#endif
