/* A consumer shortens lists that the producer's release walks: what lies behind is the consumer's
 * doing, not the producer's.
 *
 * expect: struct-changed warning consumer main at columns
 * expect: struct-changed warning consumer main at buffers
 * expect: struct-changed warning consumer main at fields
 * seen: 2 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray table, column;
    struct ArrowSchema schema;
    export_array(some_struct(4, 2, RELEASE_GOOD), &table, &schema);
    export_array(some_array(4, RELEASE_GOOD), &column, NULL);
    table.n_children = 1;
    table.release(&table); // <- columns
    column.n_buffers = 1;
    column.release(&column); // <- buffers
    schema.n_children--;
    schema.release(&schema); // <- fields
    return 0;
}
