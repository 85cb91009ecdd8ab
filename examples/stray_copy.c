/* stray_copy: a column is shown to two readers through two structs.
 *
 *   examples/stray_copy.c:31:5: warning: two structs hold array#1 and both are handed over [stray-copy]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     consumer (stray_copy)      observed      1 time
 *
 *     owner      ms      thread  event      by                          owner afterwards
 *               0.563    main    export     column_export column.c:32   libcolumn.so at 0x7ffe..a000 (annotation)
 *               0.585    main    move       count stray_copy.c:31       stray_copy at 0x7ffe..9fb0 (annotation)
 *               0.586    main    hand-over  count stray_copy.c:31       stray_copy at 0x7ffe..9fb0 (annotation)
 *           >   0.594    main    hand-over  count stray_copy.c:31       stray_copy at 0x7ffe..a000 (annotation) -- one at
 *                                                                       0x7ffe..a000, one at 0x7ffe..9fb0
 *
 *     now     #0 count                examples/stray_copy.c:31
 *             #1 main                 examples/stray_copy.c:39
 *     before  as now
 *     origin  #0 column_export        examples/column.c:32
 *             #1 main                 examples/stray_copy.c:37
 *
 *     spec    C Data Interface, "Moving an array", MUST
 *             A structure is moved by a bitwise copy after which the source is marked released.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#moving-an-array
 *     fix     After the copy set the source's .release = NULL, so that only one of the two is used.
 *     more    arrowdev-check explain stray-copy        mute: stray-copy fun:count reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static int64_t count(struct ArrowArray *column) {
    arrowdev_check_peeks(ARROWDEV_CHECK_ARRAY, column);
    return column->length;
}

int main(void) {
    struct ArrowArray column;
    column_export(&column);
    struct ArrowArray copy = column; /* a move would end with column.release = NULL */
    int64_t rows = count(&copy) + count(&column);
    column.release(&column);
    return rows == 8 ? 0 : 1;
}
