/* DuckDB's C API: pointers to pointers, an end of data that leaves its target as it was (garbage,
 * or the last array), a result by value, a scan that only borrows, arrays taken or not.
 *
 * expect: nothing
 * seen: 15 arrays, 8 schemas, 3 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "duckdb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

static int drop(struct ArrowArray *array) {
    array->release(array);
    return array->release == NULL;
}

static void results(void) {
    struct duckdb_rows rows = {.left = 3};
    struct ArrowSchema schema;
    struct ArrowArray array;
    duckdb_arrow_schema schema_out = &schema;
    duckdb_arrow_array array_out = &array;
    memset(&array, 0xa5, sizeof(array));
    printf("%d\n", duckdb_query_arrow_schema(&rows, &schema_out));
    schema.release(&schema);
    for (int i = 0; i < 3; i++)
        printf("%d\n", duckdb_query_arrow_array(&rows, &array_out) == 0 && drop(&array));
    printf("%d\n", duckdb_query_arrow_array(&rows, &array_out));
    memset(&array, 0xa5, sizeof(array));
    printf("%d\n", duckdb_query_arrow_array(&rows, &array_out));
    duckdb_result_arrow_array((duckdb_result){{1, 2, 3, 4, 5, 6}}, NULL, &array_out);
    printf("%d\n", drop(&array));
}

/* The last array is still there, and still the caller's. */
static void an_end_leaves_the_last_array(void) {
    struct duckdb_rows rows = {.left = 1};
    struct ArrowArray array;
    duckdb_arrow_array out = &array;
    printf("%d\n", duckdb_query_arrow_array(&rows, &out));
    printf("%d\n", duckdb_query_arrow_array(&rows, &out));
    printf("%d\n", drop(&array));
}

static void fetches(void) {
    struct duckdb_rows rows = {.left = 2};
    struct ArrowArray array;
    while (duckdb_v2_arrow_result_fetch_array(&rows, &array, NULL) == 0 && array.release)
        printf("%d\n", drop(&array));
}

static void scans(void) {
    struct ArrowArrayStream stream, *made;
    struct ArrowSchema schema;
    struct ArrowArray array;
    produce_stream(&stream, 1, STREAM_GOOD);
    printf("%d\n", duckdb_arrow_scan(NULL, "view", &stream));
    stream.release(&stream);
    produce_schema(&schema, "l", "value", 0, RELEASE_CHECKS_ITSELF);
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    printf("%d\n", duckdb_arrow_array_scan(NULL, "view", &schema, &array, &made));
    made->release(made);
    free(made);
    schema.release(&schema);
    printf("%d\n", drop(&array));
}

static void imports(void) {
    struct ArrowArray array, kept;
    struct ArrowArray *chunk;
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    duckdb_data_chunk_from_arrow(NULL, &array, NULL, (void **)&chunk);
    printf("%d\n", array.release == NULL);
    printf("%d\n", drop(chunk));
    free(chunk);
    duckdb_destroy_arrow_converted_schema((void **)&chunk);
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    duckdb_v2_arrow_importer_append(&kept, &array, 0, 1, NULL);
    printf("%d\n", drop(&array));
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    duckdb_v2_arrow_importer_append(&kept, &array, 1, 1, NULL);
    printf("%d\n", array.release == NULL);
    printf("%d\n", drop(&kept));
}

static int drop_schema(struct ArrowSchema *schema) {
    schema->release(schema);
    return schema->release == NULL;
}

static void conversions(void) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    duckdb_arrow_schema out = &schema;
    memset(&schema, 0xa5, sizeof(schema));
    printf("%d\n", duckdb_to_arrow_schema(NULL, NULL, NULL, 0, &schema) != NULL);
    printf("%d\n", !duckdb_to_arrow_schema(NULL, NULL, NULL, 1, &schema) && drop_schema(&schema));
    printf("%d\n", !duckdb_data_chunk_to_arrow(NULL, NULL, &array) && drop(&array));
    printf("%d\n", duckdb_prepared_arrow_schema(NULL, &out) == 0 && drop_schema(&schema));
}

static void results_of_2_0(void) {
    struct duckdb_rows rows = {.left = 4}, chunks = {.left = 1};
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct ArrowArrayStream stream;
    void *handle = &rows;
    memset(&array, 0xa5, sizeof(array));
    for (int status = 0;
         duckdb_v2_arrow_result_step(&rows, &array, &status, NULL) == 0 && status < 2;)
        printf("%d\n", status == 1 ? drop(&array) : 0);
    printf("%d\n", duckdb_v2_arrow_result_get_schema(handle, &schema, NULL) == 0);
    printf("%d\n", duckdb_v2_arrow_importer_create(NULL, &schema, 0, &handle, NULL));
    printf("%d\n", drop_schema(&schema));
    printf("%d\n", duckdb_v2_arrow_exporter_get_schema(NULL, &schema, NULL));
    printf("%d\n", drop_schema(&schema));
    while (duckdb_v2_arrow_exporter_next_array(&chunks, &array, NULL) == 0 && array.release)
        printf("%d\n", drop(&array));
    printf("%d\n", duckdb_v2_arrow_result_to_arrow_c_stream(&handle, &stream, NULL));
    stream.release(&stream);
    printf("%d\n", duckdb_v2_arrow_result_destroy(&handle));
    printf("%d\n", duckdb_v2_arrow_exporter_destroy(&handle));
    printf("%d\n", duckdb_v2_arrow_importer_destroy(&handle));
}

int main(void) {
    conversions();
    results_of_2_0();
    results();
    an_end_leaves_the_last_array();
    fetches();
    scans();
    imports();
    return 0;
}
