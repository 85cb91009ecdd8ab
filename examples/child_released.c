/* child_released: a consumer has taken what it wanted of one column and releases it in its place.
 *
 *   examples/child_released.c:30:5: error: array#2 released in its place in array#1, which is still live [child-released-by-consumer]
 *
 *     what    array#2  ArrowArray  4 rows  child of array#1
 *             array#1  ArrowArray  4 rows
 *     who     consumer (child_released)      observed      1 time
 *
 *     owner      ms      thread  event            by                               owner afterwards
 *               0.604    main    export array#1   column_export_pair column.c:64   libcolumn.so at 0x7ffd..b000 (annotation)
 *           >   0.627    main    release array#2  main child_released.c:30         nobody
 *
 *     now     #0 main                 examples/child_released.c:30
 *     origin  #0 column_export_pair   examples/column.c:64
 *             #1 main                 examples/child_released.c:28
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST NOT
 *             Only the base structure's release callback is called, never a child's or the dictionary's in place.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Release the parent only; to keep array#2, move it out of the parent first.
 *     more    arrowdev-check explain child-released-by-consumer        mute: child-released-by-consumer fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

int main(void) {
    struct ArrowArray table;
    column_export_pair(&table);
    struct ArrowArray *first = table.children[0];
    first->release(first); /* its parent does that; to keep it, move it out */
    table.release(&table);
    return 0;
}
