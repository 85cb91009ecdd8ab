/* duckdb: DuckDB's C API for Arrow, served by libduckdb_fake.so under its names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_DUCKDB_H
#define CASES_LIB_DUCKDB_H

#include <stdbool.h>

#include "tracker/abi/arrow.h"

typedef struct ArrowSchema *duckdb_arrow_schema;
typedef struct ArrowArray *duckdb_arrow_array;
typedef struct ArrowArrayStream *duckdb_arrow_stream;
/** By value on the stack, as the real one. */
typedef struct {
    uint64_t words[6];
} duckdb_result;

/** Results of so many chunks; the functions that give an array end as the real ones do. */
struct duckdb_rows {
    int left;
    bool has_no_schema;
};

int duckdb_query_arrow_schema(struct duckdb_rows *result, duckdb_arrow_schema *out);
int duckdb_query_arrow_array(struct duckdb_rows *result, duckdb_arrow_array *out);
/** The result is no more; its memory is the caller's. */
void duckdb_destroy_arrow(struct duckdb_rows **result);
void duckdb_result_arrow_array(duckdb_result result, void *chunk, duckdb_arrow_array *out);
int duckdb_arrow_scan(void *connection, const char *name, duckdb_arrow_stream stream);
/** Gives a stream whose memory is the library's. */
int duckdb_arrow_array_scan(void *connection, const char *name, duckdb_arrow_schema schema,
                            duckdb_arrow_array array, duckdb_arrow_stream *out);
void *duckdb_schema_from_arrow(void *connection, struct ArrowSchema *schema, void **out);
void *duckdb_data_chunk_from_arrow(void *connection, struct ArrowArray *array, void *schema,
                                   void **out);
/** @consume 0: the array stays with the caller, though the call succeeds */
int duckdb_v2_arrow_importer_append(void *importer, struct ArrowArray *array, _Bool consume,
                                    _Bool flush, void **error);
void *duckdb_to_arrow_schema(void *options, void **types, const char **names, uint64_t n,
                             struct ArrowSchema *out);
void *duckdb_data_chunk_to_arrow(void *options, void *chunk, struct ArrowArray *out);
/** status 1: an array was written, 0: not yet, and the struct is left alone, 2: the end */
int duckdb_v2_arrow_result_step(struct duckdb_rows *result, struct ArrowArray *out, int *status,
                                void **error);
int duckdb_v2_arrow_result_get_schema(void *result, struct ArrowSchema *out, void **error);
int duckdb_v2_arrow_result_to_arrow_c_stream(void **result, struct ArrowArrayStream *out,
                                             void **error);
int duckdb_v2_arrow_exporter_get_schema(void *exporter, struct ArrowSchema *out, void **error);
int duckdb_v2_arrow_exporter_next_array(struct duckdb_rows *exporter, struct ArrowArray *out,
                                        void **error);
int duckdb_v2_arrow_importer_create(void *context, struct ArrowSchema *schema, uint64_t batch,
                                    void **out, void **error);
int duckdb_v2_arrow_result_destroy(void **result);
int duckdb_v2_arrow_exporter_destroy(void **exporter);
int duckdb_v2_arrow_importer_destroy(void **importer);
void duckdb_destroy_arrow_converted_schema(void **schema);
int duckdb_prepared_arrow_schema(void *statement, duckdb_arrow_schema *out);
int duckdb_v2_arrow_result_fetch_array(struct duckdb_rows *result, struct ArrowArray *out,
                                       void **error);

#endif
