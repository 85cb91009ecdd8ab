/* A consumer takes private_data for its own.
 *
 * expect: struct-changed warning consumer main at here
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    int mine;
    struct ArrowSchema schema;
    export_schema(some_schema("i", "x", RELEASE_GOOD), &schema);
    schema.private_data = &mine;
    schema.release(&schema); // <- here
    return 0;
}
