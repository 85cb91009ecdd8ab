/* chdb: chDB's C API for Arrow, served by libchdb_fake.so under its names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_CHDB_H
#define CASES_LIB_CHDB_H

#include <stddef.h>

#include "tracker/abi/arrow.h"

/** NULL in place of a query: it fails and leaves the stream alone. */
void *chdb_query_arrow(void *connection, const char *query, struct ArrowArrayStream *out,
                       const void *options);
void *chdb_query_arrow_n(void *connection, const char *query, size_t length,
                         struct ArrowArrayStream *out, const void *options);
/** 0 and a stream of one batch; else 1. */
int chdb_stream_fetch_arrow(void *connection, void *result, struct ArrowArrayStream *out);
/** Borrowed until the table function is unregistered. */
int chdb_arrow_scan(void *connection, const char *table, struct ArrowArrayStream *stream);
int chdb_arrow_array_scan(void *connection, const char *table, struct ArrowSchema *schema,
                          struct ArrowArray *array);
/** The fake reads the stream to its end and releases it; the array stays the caller's. */
void *chdb_insert_arrow_array(void *connection, const char *table, struct ArrowSchema *schema,
                              struct ArrowArray *array, const void *options);
void *chdb_insert_arrow_stream(void *connection, const char *table, struct ArrowArrayStream *stream,
                               const void *options);

#endif
