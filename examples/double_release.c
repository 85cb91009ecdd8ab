/* double_release: two structs share one column, and both are released.
 *
 *   examples/double_release.c:38:5: error: release of array#1 called a second time [double-release]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     consumer (double_release)      observed      1 time
 *
 *     owner      ms      thread  event    by                                 owner afterwards
 *               0.584    main    export   column_export column.c:32          libcolumn.so at 0x7ffd..a7a0 (annotation)
 *               0.606    main    release  sum_and_drop double_release.c:31   nobody (struct at 0x7ffd..a750)
 *           >   0.625    main    release  main double_release.c:38           nobody -- through a copy at 0x7ffd..a7a0 of the
 *                                                                            struct last seen at 0x7ffd..a750
 *
 *     now     #0 main                 examples/double_release.c:38
 *     before  #0 sum_and_drop         examples/double_release.c:31
 *             #1 main                 examples/double_release.c:37
 *     origin  #0 column_export        examples/column.c:32
 *             #1 main                 examples/double_release.c:36
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST NOT
 *             Nothing in the base structure may be touched once its release callback has been called.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Two structs shared array#1: where one was copied from the other, move it (set the source's .release = NULL),
 *             or test .release != NULL before the call at examples/double_release.c:38.
 *     more    arrowdev-check explain double-release        mute: double-release fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void sum_and_drop(struct ArrowArray column) {
    column.release(&column);
}

int main(void) {
    struct ArrowArray column;
    column_export(&column);
    sum_and_drop(column); /* by value: a copy, and the original is left as it was */
    column.release(&column);
    return 0;
}
