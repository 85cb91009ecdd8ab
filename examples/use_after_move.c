/* use_after_move: a column is used through the struct that it was moved out of.
 *
 *   examples/use_after_move.c:33:5: error: the struct that array#1 was moved out of is handed over [use-after-move]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     consumer (use_after_move)      observed      1 time
 *
 *     owner      ms      thread  event   by                          owner afterwards
 *               0.587    main    export  column_export column.c:32   libcolumn.so at 0x7ffe..71e0 (annotation)
 *               0.606    main    import  keep use_after_move.c:33    use_after_move at 0x7ffe..71e0 (annotation)
 *               0.614    main    move    keep use_after_move.c:36    use_after_move at 0x7ffe..7190 (annotation)
 *           >   0.626    main    import  keep use_after_move.c:33    use_after_move at 0x7ffe..71e0 (annotation) -- this
 *                                                                    struct is at 0x7ffe..71e0, array#1 was last seen at
 *                                                                    0x7ffe..7190
 *
 *     now     #0 keep                 examples/use_after_move.c:33
 *             #1 main                 examples/use_after_move.c:43
 *     before  #0 keep                 examples/use_after_move.c:36
 *             #1 main                 examples/use_after_move.c:42
 *     origin  #0 column_export        examples/column.c:32
 *             #1 main                 examples/use_after_move.c:41
 *
 *     spec    C Data Interface, "Moving an array", MUST
 *             A moved-from structure is marked released and may not be used again.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#moving-an-array
 *     fix     Use the struct that array#1 was moved to; the one at examples/use_after_move.c:33 holds nothing any more.
 *     more    arrowdev-check explain use-after-move        mute: use-after-move fun:keep reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void keep(struct ArrowArray *column, struct ArrowArray *kept) {
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, column);
    *kept = *column;
    column->release = NULL;
    arrowdev_check_moved(ARROWDEV_CHECK_ARRAY, column, kept);
}

int main(void) {
    struct ArrowArray column, first, second;
    column_export(&column);
    keep(&column, &first);
    keep(&column, &second); /* there is nothing in it any more */
    first.release(&first);
    return 0;
}
