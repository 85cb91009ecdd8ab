/* chdb: libchdb_fake.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "chdb.h"

#include <stddef.h>

#include "producer.h"

static char metrics[] = "metrics";

void *chdb_query_arrow(void *connection, const char *query, struct ArrowArrayStream *out,
                       const void *options) {
    if (query)
        produce_stream(out, 2, STREAM_CHECKS_ITSELF);
    return metrics;
}

void *chdb_query_arrow_n(void *connection, const char *query, size_t length,
                         struct ArrowArrayStream *out, const void *options) {
    return chdb_query_arrow(connection, length > 0 ? query : NULL, out, options);
}

int chdb_stream_fetch_arrow(void *connection, void *result, struct ArrowArrayStream *out) {
    if (result)
        produce_stream(out, 1, STREAM_CHECKS_ITSELF);
    return result == NULL;
}

int chdb_arrow_scan(void *connection, const char *table, struct ArrowArrayStream *stream) {
    struct ArrowSchema schema;
    if (stream->get_schema(stream, &schema) != 0)
        return 1;
    schema.release(&schema);
    return 0;
}

int chdb_arrow_array_scan(void *connection, const char *table, struct ArrowSchema *schema,
                          struct ArrowArray *array) {
    return !schema->release || !array->release;
}

void *chdb_insert_arrow_array(void *connection, const char *table, struct ArrowSchema *schema,
                              struct ArrowArray *array, const void *options) {
    return metrics;
}

void *chdb_insert_arrow_stream(void *connection, const char *table, struct ArrowArrayStream *stream,
                               const void *options) {
    struct ArrowArray array;
    while (stream->get_next(stream, &array) == 0 && array.release)
        array.release(&array);
    stream->release(stream);
    return metrics;
}
