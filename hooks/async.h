/* async: what happens around the callbacks of an asynchronous device stream: the handler's, which
 * the producer calls, and those of its producer and its tasks, which the consumer calls.
 *
 * Unlike elsewhere nothing that was replaced is put back for a call or after it: a handler may end
 * with its release and keeps the pointer, a task is copied at will, a second call of either is to
 * be seen, and a producer's struct may be gone as soon as the handler is. A producer that uses a
 * struct again with our thunk in it is given the function behind it. Source: C Device Data
 * Interface, "Async Device Stream Interface". */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ASYNC_H
#define HOOKS_ASYNC_H

#include "hooks/thunk.h"

/** The producer in a handler that is handed over, if there is one yet, is watched from here on. */
void async_watch_producer(const struct object *handler, uintptr_t self);

/** Handlers of a handler's slots, as thunk_handler says. */
uintptr_t async_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot);
uintptr_t async_on_schema(uintptr_t self, uintptr_t schema, uintptr_t c, uintptr_t d,
                          uintptr_t caller, uint32_t slot);
uintptr_t async_on_next_task(uintptr_t self, uintptr_t task, uintptr_t metadata, uintptr_t d,
                             uintptr_t caller, uint32_t slot);
uintptr_t async_on_error(uintptr_t self, uintptr_t code, uintptr_t message, uintptr_t metadata,
                         uintptr_t caller, uint32_t slot);

/** Of its producer's; self is the producer. */
uintptr_t async_request(uintptr_t self, uintptr_t n, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot);
uintptr_t async_cancel(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot);

/** Of a task's; out may be NULL. */
uintptr_t async_extract(uintptr_t self, uintptr_t out, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot);

#endif
