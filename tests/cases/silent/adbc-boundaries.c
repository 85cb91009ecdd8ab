/* Each function of ADBC hands its structure over; what a statement binds is its to release, what it
 * refuses stays the caller's.
 *
 * expect: nothing
 * seen: 9 streams, 6 schemas, 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "adbc.h"
#include "producer.h"

static struct AdbcStatement statement;
static struct AdbcConnection connection;
static struct AdbcError error;

static int drop(struct ArrowArrayStream *stream) {
    stream->release(stream);
    return stream->release == NULL;
}

static int drop_schema(struct ArrowSchema *schema) {
    schema->release(schema);
    return schema->release == NULL;
}

static int streams(void) {
    struct ArrowArrayStream out;
    int n = 0;
    n += AdbcConnectionGetInfo(&connection, NULL, 0, &out, &error) == 0 && drop(&out);
    n += AdbcConnectionGetObjects(&connection, 1, "a", "b", "c", NULL, "d", &out, &error) == 0 &&
         drop(&out);
    n +=
        AdbcConnectionGetStatistics(&connection, "a", "b", "c", 1, &out, &error) == 0 && drop(&out);
    n += AdbcConnectionGetStatisticNames(&connection, &out, &error) == 0 && drop(&out);
    n += AdbcConnectionGetTableTypes(&connection, &out, &error) == 0 && drop(&out);
    n += AdbcConnectionReadPartition(&connection, NULL, 0, &out, &error) == 0 && drop(&out);
    n += AdbcStatementExecuteQuery(&statement, &out, NULL, &error) == 0 && drop(&out);
    n += AdbcStatementExecuteQuery(&statement, NULL, NULL, &error) == 0;
    return n;
}

static int schemas(void) {
    struct ArrowSchema out;
    int n = 0;
    n += AdbcConnectionGetTableSchema(&connection, "a", "b", "c", &out, &error) == 0 &&
         drop_schema(&out);
    n += AdbcStatementExecuteSchema(&statement, &out, &error) == 0 && drop_schema(&out);
    n += AdbcStatementGetParameterSchema(&statement, &out, &error) == 0 && drop_schema(&out);
    n += AdbcStatementExecutePartitions(&statement, &out, NULL, NULL, &error) == 0 &&
         drop_schema(&out);
    return n;
}

static int binds(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    int n = 0;
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    produce_schema(&schema, "l", "value", 0, RELEASE_CHECKS_ITSELF);
    n += AdbcStatementBind(&statement, &array, &schema, &error) == 0 && !array.release;
    produce_stream(&stream, 1, STREAM_CHECKS_ITSELF);
    n += AdbcStatementBindStream(&statement, &stream, &error) == 0 && !stream.release;
    return n;
}

static int refused(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    int n = 0;
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    produce_schema(&schema, "l", "value", 0, RELEASE_CHECKS_ITSELF);
    produce_stream(&stream, 1, STREAM_CHECKS_ITSELF);
    adbc_status = ADBC_STATUS_INVALID_STATE;
    n += AdbcStatementBind(&statement, &array, &schema, &error) != 0;
    n += AdbcStatementBindStream(&statement, &stream, &error) != 0;
    adbc_status = 0;
    array.release(&array);
    return n + drop_schema(&schema) + drop(&stream);
}

int main(void) {
    printf("%d streams\n", streams());
    printf("%d schemas\n", schemas());
    printf("%d binds\n", binds());
    printf("%d refusals\n", refused());
    AdbcStatementRelease(&statement, &error);
    AdbcConnectionRelease(&connection, &error);
    return 0;
}
