/* A driver exports the same names as its manager, which finds them by dlsym and puts the driver's
 * stream into its own: only the manager's is wrapped, as the driver, too, knows its own.
 *
 * expect: nothing
 * seen: 1 stream, 1 schema, 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "adbc.h"

int main(void) {
    struct AdbcStatement statement = {0};
    struct AdbcError error = {0};
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    char path[4096];
    snprintf(path, sizeof(path), "%s/libadbc_driver_fake.so", getenv("CASES_LIB"));
    adbc_use_driver(path);
    AdbcStatementExecuteQuery(&statement, &stream, NULL, &error);
    printf("%d\n", stream.get_schema(&stream, &schema));
    schema.release(&schema);
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        printf("%d rows\n", (int)array.length);
        array.release(&array);
    }
    stream.release(&stream);
    AdbcStatementRelease(&statement, &error);
    return 0;
}
