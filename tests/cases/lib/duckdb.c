/* duckdb: libduckdb_fake.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "duckdb.h"

#include <stdlib.h>

#include "producer.h"

int duckdb_query_arrow_schema(struct duckdb_rows *result, duckdb_arrow_schema *out) {
    if (result->has_no_schema)
        return 1;
    produce_schema(*out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

int duckdb_query_arrow_array(struct duckdb_rows *result, duckdb_arrow_array *out) {
    if (result->left > 0) {
        result->left--;
        produce_array(*out, 4, RELEASE_GOOD);
    }
    return 0;
}

void duckdb_destroy_arrow(struct duckdb_rows **result) {
    *result = NULL;
}

void duckdb_result_arrow_array(duckdb_result result, void *chunk, duckdb_arrow_array *out) {
    if (result.words[0] != 1 || result.words[5] != 6)
        abort();
    produce_array(*out, 4, RELEASE_GOOD);
}

static void restore_nothing(struct ArrowSchema *schema) {
    schema->release = NULL;
}

/* Reads the schema of a copy of the stream, and keeps the children's callbacks from being called
 * meanwhile. */
int duckdb_arrow_scan(void *connection, const char *name, duckdb_arrow_stream stream) {
    struct ArrowArrayStream copy = *stream;
    struct ArrowSchema schema;
    if (copy.get_schema(&copy, &schema) != 0)
        return 1;
    for (int64_t i = 0; i < schema.n_children; i++) {
        void (*saved)(struct ArrowSchema *) = schema.children[i]->release;
        schema.children[i]->release = restore_nothing;
        schema.children[i]->release = saved;
    }
    schema.release(&schema);
    return 0;
}

int duckdb_arrow_array_scan(void *connection, const char *name, duckdb_arrow_schema schema,
                            duckdb_arrow_array array, duckdb_arrow_stream *out) {
    *out = malloc(sizeof(**out));
    produce_stream(*out, 1, STREAM_GOOD);
    return duckdb_arrow_scan(connection, name, *out);
}

void *duckdb_schema_from_arrow(void *connection, struct ArrowSchema *schema, void **out) {
    return NULL;
}

void *duckdb_data_chunk_from_arrow(void *connection, struct ArrowArray *array, void *schema,
                                   void **out) {
    struct ArrowArray *chunk = malloc(sizeof(*chunk));
    *chunk = *array;
    array->release = NULL;
    *out = chunk;
    return NULL;
}

int duckdb_v2_arrow_importer_append(void *importer, struct ArrowArray *array, _Bool consume,
                                    _Bool flush, void **error) {
    struct ArrowArray *kept = importer;
    if (consume) {
        *kept = *array;
        array->release = NULL;
    }
    return 0;
}

int duckdb_v2_arrow_result_fetch_array(struct duckdb_rows *result, struct ArrowArray *out,
                                       void **error) {
    out->release = NULL;
    return duckdb_query_arrow_array(result, &out);
}

void *duckdb_to_arrow_schema(void *options, void **types, const char **names, uint64_t n,
                             struct ArrowSchema *out) {
    static char error[] = "no columns";
    if (n == 0)
        return error;
    produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return NULL;
}

void *duckdb_data_chunk_to_arrow(void *options, void *chunk, struct ArrowArray *out) {
    produce_array(out, 4, RELEASE_GOOD);
    return NULL;
}

int duckdb_prepared_arrow_schema(void *statement, duckdb_arrow_schema *out) {
    produce_schema(*out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

int duckdb_v2_arrow_result_step(struct duckdb_rows *result, struct ArrowArray *out, int *status,
                                void **error) {
    *status = result->left == 0 ? 2 : result->left % 2;
    if (*status == 1)
        produce_array(out, 4, RELEASE_GOOD);
    result->left -= result->left > 0;
    return 0;
}

int duckdb_v2_arrow_result_get_schema(void *result, struct ArrowSchema *out, void **error) {
    produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

int duckdb_v2_arrow_result_to_arrow_c_stream(void **result, struct ArrowArrayStream *out,
                                             void **error) {
    *result = NULL;
    produce_stream(out, 1, STREAM_GOOD);
    return 0;
}

int duckdb_v2_arrow_exporter_get_schema(void *exporter, struct ArrowSchema *out, void **error) {
    produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return 0;
}

int duckdb_v2_arrow_exporter_next_array(struct duckdb_rows *exporter, struct ArrowArray *out,
                                        void **error) {
    out->release = NULL;
    if (exporter->left > 0) {
        exporter->left--;
        produce_array(out, 4, RELEASE_GOOD);
    }
    return 0;
}

static int destroy(void **handle) {
    *handle = NULL;
    return 0;
}

int duckdb_v2_arrow_result_destroy(void **result) {
    return destroy(result);
}

int duckdb_v2_arrow_exporter_destroy(void **exporter) {
    return destroy(exporter);
}

int duckdb_v2_arrow_importer_destroy(void **importer) {
    return destroy(importer);
}

void duckdb_destroy_arrow_converted_schema(void **schema) {
    destroy(schema);
}

int duckdb_v2_arrow_importer_create(void *context, struct ArrowSchema *schema, uint64_t batch,
                                    void **out, void **error) {
    return 0;
}
