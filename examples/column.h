/* column: the producer of the examples: a library that hands out columns of four int64. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXAMPLES_COLUMN_H
#define EXAMPLES_COLUMN_H

#include "../shim/arrowdev_check.h"
#include "../tracker/abi/arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A column, handed over: the caller releases it. */
void column_export(struct ArrowArray *out);

/** A struct array of two such columns, handed over. */
void column_export_pair(struct ArrowArray *out);

/** The same, to be handed over by the caller. */
void column_fill(struct ArrowArray *out);
void column_fill_pair(struct ArrowArray *out);

/** A stream of two chunks, each a column. */
void column_stream(struct ArrowArrayStream *out);

/** A stream of one chunk, whose schema and content the caller's functions make. */
void column_stream_of(struct ArrowArrayStream *out, void (*schema)(struct ArrowSchema *),
                      void (*chunk)(struct ArrowArray *));

/** The schemas of both. */
void column_schema(struct ArrowSchema *out);
void column_schema_pair(struct ArrowSchema *out);

/** A consumer: reads such a stream to its end, and releases all of it. */
void column_read(void (*schema)(struct ArrowSchema *), void (*chunk)(struct ArrowArray *));

/** The first chunk of such a stream of int64: what it is is known for certain. */
void column_first(void (*chunk)(struct ArrowArray *), struct ArrowArray *out);

/** A consumer that takes an array, and releases it. */
void column_take(struct ArrowArray *array);

/** A table in a file, say. Its stream stands on the handle: release it before the close. Watched
 * when it is declared: `column_scan gives(2:stream, from:1)`, `column_close closes(1)` */
struct column_handle {
    int n_scans;
};
int column_scan(struct column_handle *handle, struct ArrowArrayStream *out);
void column_close(struct column_handle *handle);

#ifdef __cplusplus
}
#endif

#endif
