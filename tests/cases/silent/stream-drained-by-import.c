/* A stream goes to an import that reads it to its end: chunks come and go inside the library.
 *
 * expect: nothing
 * seen: 5 arrays, 2 schemas, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, other;
    export_stream(some_stream(5, STREAM_CHECKS_ITSELF), &stream);
    struct fake_value *value = FAKE_IMPORT(fake_ImportChunkedArray, &stream);
    fake_drop(value);
    export_stream(some_stream(5, STREAM_CHECKS_ITSELF), &other);
    fake_drop(import_stream(&other));
    return 0;
}
