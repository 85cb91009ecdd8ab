/* The stream of a connection's metadata is used up in time, but released after the connection.
 *
 * expect: parent-closed-first warning consumer main at release before close origin query
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "adbc.h"

int main(void) {
    struct AdbcConnection connection = {0};
    struct AdbcError error = {0};
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    AdbcConnectionGetTableTypes(&connection, &stream, &error); // <- query
    if (stream.get_next(&stream, &array) == 0)
        array.release(&array);
    AdbcConnectionRelease(&connection, &error); // <- close
    stream.release(&stream);                    // <- release
    return 0;
}
