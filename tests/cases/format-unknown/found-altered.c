/* The format of a schema is exchanged before it is handed on.
 *
 * expect: format-unknown warning caller found-altered at on origin made
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowSchema schema;
    export_schema(some_schema("l", "", RELEASE_GOOD), &schema); // <- made
    schema.format = "int64";
    fake_drop(import_schema(&schema)); // <- on
    return 0;
}
