/* bridge: the schema of an array that Arrow C++ takes or gives without one.
 *
 * The library itself is asked, which knows the type in its own terms: by the exporter of the very
 * copy of it that was called. Only where buffers are looked at (isolate, validate): elsewhere such
 * an array stays without a type. Called between hook_enter() and hook_leave(), no lock held. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_BRIDGE_H
#define HOOKS_BRIDGE_H

#include "hooks/call.h"

struct ArrowSchema;

/** @looks  buffers are looked at; @resolve  of hook_ops */
void bridge_init(bool looks, void *(*resolve)(const char *name));

/**
 * An array is about to be imported with a C++ type in place of a schema.
 *
 * @array    what the call takes
 * @pointer  address of the std::shared_ptr, as the ABI passes one by value
 * @columns  it holds an arrow::Schema, else an arrow::DataType
 */
void bridge_import(struct object *array, uintptr_t pointer, bool columns,
                   const struct hook_call *call, const struct site *site);

/** A function of the module that a function of it stands for; NULL where there is none, or nobody
 * looks at buffers. */
void *bridge_beside(uintptr_t function, const char *name);

/** The argument of a schema that an export may fill and this call does not want; 0 for none.
 * Outside the guard too. */
unsigned bridge_find_unwanted(const struct hook_call *call);
extern bool bridge_is_on; /* buffers are looked at */
static inline unsigned bridge_unwanted(const struct hook_call *call) {
    return UNLIKELY(bridge_is_on) ? bridge_find_unwanted(call) : 0;
}

/** What the export wrote in a place of ours: the array's type; then it is released. */
void bridge_exported(struct object *array, struct ArrowSchema *schema, const struct site *site);

/** The get_schema of a stream that is about to give an array and was never asked what it gives; 0
 * for any other, and where no function is known to begin. Its consumer may ask at any time, so it
 * may be asked in his call. */
uintptr_t bridge_unasked(const struct object *stream);

/** What it answered: the stream's type. */
void bridge_answered(struct object *stream, const struct ArrowSchema *schema);

#endif
