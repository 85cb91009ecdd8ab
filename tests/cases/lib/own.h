/* own: libown.so, a library that no row knows; libother.so is the same again. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_OWN_H
#define CASES_LIB_OWN_H

#include <stdbool.h>

#include "tracker/abi/arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

struct own_handle {
    int n_given;
};

/** 0: both are filled; else neither is. The weight only stands between the others. */
int own_produce(int fails, double weight, struct ArrowArray *array, struct ArrowSchema *schema);
/** Returns nothing that could be tested. */
void own_fill(struct ArrowArray *array);
/** The struct itself is the library's too; NULL for no rows. */
struct ArrowArray *own_make(int64_t rows);
/** Behind a pointer that the caller gives. */
int own_place(struct ArrowArray **array);
int own_stream(struct own_handle *handle, struct ArrowArrayStream *stream);
void own_close(struct own_handle *handle);
/** A stream around another, which it takes and hands every call on to. */
void own_around(struct ArrowArrayStream *inner, struct ArrowArrayStream *stream);
/** Fails, and leaves both filled; without a schema, untouched. */
int own_half(struct ArrowArray *array, struct ArrowSchema *schema);
/** Takes and releases. */
void own_take(struct ArrowArray *array);
/** The same, unless there is nothing to release: then false. */
bool own_take_some(struct ArrowArray *array);
/** Fills it while something is left, else marks it released; 0 either way. */
int own_next(int left, struct ArrowArray *array);
int64_t own_look(const struct ArrowArray *array);
int64_t own_peek(const struct ArrowSchema *schema);
/** Has the array filled by the caller, who may throw. */
void own_fill_by(void (*fill)(struct ArrowArray *), struct ArrowArray *array);
/** Calls own_produce() without a way for others to come between. */
int own_produce_inside(struct ArrowArray *array, struct ArrowSchema *schema);

#ifdef __cplusplus
}
#endif

#endif
