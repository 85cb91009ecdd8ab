/* isolation: puts copies of buffers into arrays when their type is known, and the producer's own
 * back before their release; tells what was done to the copies meanwhile.
 *
 * The one exception to the rule that no member but a callback is ever written: `buffers`. All but
 * isolation_fault() are called between hook_enter() and hook_leave(), no lock held. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ISOLATION_H
#define HOOKS_ISOLATION_H

#include "tracker/event.h"
#include "tracker/isolate.h"

/** For tracker_ops: an array in place has just got its type. */
void isolation_typed(struct object *array, const struct site *site);

/** A release that is about to be forwarded: put the producer's buffers back in the whole tree, and
 * say where they differ from what the consumer was given. */
void isolation_release(struct object *object, uintptr_t self, const struct site *site);

/** Only put back. */
void isolation_put_back(struct object *object, uintptr_t self);

/** The address may belong to a copy. Any context. */
bool isolation_concerns(uintptr_t address);

/**
 * A fault in the program's code.
 *
 * @return true when it was an access to a copy: said, and let through from now on
 */
bool isolation_fault(uintptr_t address, bool is_write, void *ucontext);

/** The same for a system call that would fail: bytes that the kernel is about to read or write. */
void isolation_touch(const void *bytes, size_t size, bool is_write, uintptr_t caller);

/** What is still held is compared: the end of the process. */
void isolation_end(void);

#endif
