/* A driver manager knows its streams by their release, in their callbacks and when it is asked for
 * the details of an error: also of a copy of the stream, and when the stream is no more.
 *
 * expect: nothing
 * seen: 1 stream, 1 schema, 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "adbc.h"

static void print_details(struct ArrowArrayStream *stream) {
    uint8_t status = 0;
    const struct AdbcError *details = AdbcErrorFromArrayStream(stream, &status);
    printf("%d %s\n", status, details ? details->message : "no details");
}

int main(void) {
    struct AdbcStatement statement = {0};
    struct AdbcError error = {0};
    struct ArrowArrayStream stream, copy;
    struct ArrowSchema schema;
    struct ArrowArray array;
    printf("%d\n", AdbcStatementExecuteQuery(&statement, &stream, NULL, &error));
    copy = stream;
    printf("%d\n", stream.get_schema(&stream, &schema));
    schema.release(&schema);
    printf("%d\n", stream.get_next(&stream, &array));
    array.release(&array);
    printf("%d\n", stream.get_next(&stream, &array));
    printf("%s\n", stream.get_last_error(&stream));
    print_details(&stream);
    print_details(&copy);
    stream.release(&stream);
    print_details(&copy);
    printf("%d\n", AdbcStatementRelease(&statement, &error));
    return 0;
}
