/* A stream that chDB gave is released through a copy as well.
 *
 * expect: double-release error consumer main at second before first origin query
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "chdb.h"

int main(void) {
    struct ArrowArrayStream stream = {0};
    chdb_query_arrow(0, "SELECT 1", &stream, 0); // <- query
    struct ArrowArrayStream copy = stream;
    stream.release(&stream); // <- first
    copy.release(&copy);     // <- second
    return 0;
}
