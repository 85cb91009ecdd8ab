/* A result is read after its statement was closed.
 *
 * expect: parent-closed-first error consumer main at read before close origin query
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "adbc.h"

int main(void) {
    struct AdbcStatement statement = {0};
    struct AdbcError error = {0};
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    AdbcStatementExecuteQuery(&statement, &stream, NULL, &error); // <- query
    AdbcStatementRelease(&statement, &error);                     // <- close
    if (stream.get_next(&stream, &array) == 0)                    // <- read
        array.release(&array);
    stream.release(&stream);
    return 0;
}
