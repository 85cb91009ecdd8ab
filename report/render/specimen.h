/* specimen: structures that `arrowdev-check selftest` hands over under the library: well made, so
 * that the one fault of a plant (plant.h) is the only one. Nothing is freed: the process is short.
 *
 * The hand-overs are the public calls of the library, looked up by name; without it they do
 * nothing. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SPECIMEN_H
#define RENDER_SPECIMEN_H

#include <stdbool.h>

#include "tracker/abi/arrow.h"

/** As arrowdev_check.h counts them. */
enum specimen_kind {
    SPECIMEN_ARRAY,
    SPECIMEN_SCHEMA,
    SPECIMEN_STREAM,
    SPECIMEN_DEVICE_ARRAY,
    SPECIMEN_DEVICE_STREAM,
    SPECIMEN_ASYNC_HANDLER
};

void specimen_gives(enum specimen_kind kind, void *structure);
void specimen_takes(enum specimen_kind kind, void *structure);
void specimen_peeks(enum specimen_kind kind, void *structure);
void specimen_pair(void *array, void *schema);

/** 64-bit integers without nulls, type "l"; release clears. */
void specimen_array(struct ArrowArray *array, int64_t rows);
/** A struct with children like that, type "+s"; release releases them. */
void specimen_struct(struct ArrowArray *array, int64_t rows, int64_t n_children);
/** A schema of this format with children of type "l". */
void specimen_schema(struct ArrowSchema *schema, const char *format, int64_t n_children);
/** Chunks without end, of one array each. */
void specimen_stream(struct ArrowArrayStream *stream);
/** On the CPU. */
void specimen_device_array(struct ArrowDeviceArray *array);
/** Of a CUDA device; its chunks lie on the CPU. */
void specimen_device_stream(struct ArrowDeviceArrayStream *stream);

#endif
