/* Each function of chDB's C API: a query that fails leaves the stream alone, scans borrow, inserts
 * may take.
 *
 * expect: nothing
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "chdb.h"

#include <stdio.h>
#include <string.h>

#include "producer.h"

static int read_all(struct ArrowArrayStream *stream) {
    struct ArrowArray array;
    int n = 0;
    for (; stream->get_next(stream, &array) == 0 && array.release; n++)
        array.release(&array);
    stream->release(stream);
    return n;
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    int n = 0;
    memset(&stream, 0xa5, sizeof(stream));
    chdb_query_arrow(NULL, NULL, &stream, NULL);
    chdb_query_arrow(NULL, "SELECT 1", &stream, NULL);
    n += read_all(&stream);
    chdb_query_arrow_n(NULL, "SELECT 1", 8, &stream, NULL);
    n += read_all(&stream);
    memset(&stream, 0xa5, sizeof(stream));
    chdb_stream_fetch_arrow(NULL, NULL, &stream);
    chdb_stream_fetch_arrow(NULL, &n, &stream);
    n += read_all(&stream);
    produce_stream(&stream, 2, STREAM_CHECKS_ITSELF);
    n += chdb_arrow_scan(NULL, "t", &stream);
    chdb_insert_arrow_stream(NULL, "t", &stream, NULL);
    produce_schema(&schema, "l", "", 0, RELEASE_CHECKS_ITSELF);
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    n += chdb_arrow_array_scan(NULL, "t", &schema, &array);
    chdb_insert_arrow_array(NULL, "t", &schema, &array, NULL);
    schema.release(&schema);
    array.release(&array);
    printf("%d chunks\n", n);
    return 0;
}
