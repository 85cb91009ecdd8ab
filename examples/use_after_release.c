/* use_after_release: a column is handed on after it was released.
 *
 *   examples/use_after_release.c:31:5: error: array#1 handed over after its release [use-after-release]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     consumer (use_after_release)      observed      1 time
 *
 *     owner      ms      thread  event    by                            owner afterwards
 *               0.602    main    export   column_export column.c:32     libcolumn.so at 0x7ffd..6fd0 (annotation)
 *               0.624    main    release  main use_after_release.c:39   nobody (struct at 0x7ffd..6fd0)
 *           >   0.639    main    import   keep use_after_release.c:31   libcolumn.so at 0x7ffd..6fd0 (annotation)
 *
 *     now     #0 keep                 examples/use_after_release.c:31
 *             #1 main                 examples/use_after_release.c:40
 *     before  #0 main                 examples/use_after_release.c:39
 *     origin  #0 column_export        examples/column.c:32
 *             #1 main                 examples/use_after_release.c:38
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST NOT
 *             A released structure may not be used again, nor handed on.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Hand array#1 over before it is released at examples/use_after_release.c:39, or export it again.
 *     more    arrowdev-check explain use-after-release        mute: use-after-release fun:keep reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static struct ArrowArray kept;

static void keep(struct ArrowArray *column) {
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, column);
    kept = *column;
    column->release = NULL;
}

int main(void) {
    struct ArrowArray column;
    column_export(&column);
    column.release(&column);
    keep(&column); /* nobody looked whether release is NULL */
    return 0;
}
