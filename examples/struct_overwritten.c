/* struct_overwritten: the next chunk is read into the struct of the last one.
 *
 *   examples/struct_overwritten.c:31:12: error: the struct of array#1 was filled anew and it was never released [live-struct-overwritten]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     caller (struct_overwritten)      inferred      2 times
 *
 *     owner      ms      thread  event      by                             owner afterwards
 *               0.864    main    get_next   main struct_overwritten.c:31   struct_overwritten at 0x7ffc..a0f0 (made by
 *                                                                          libcolumn.so)
 *           >   0.882    main    overwrite  main struct_overwritten.c:31   nobody (array#2 stands there now)
 *
 *     now     #0 main                 examples/struct_overwritten.c:31
 *     before  as now
 *     origin  as now
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST
 *             A structure is released before its memory is filled anew.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Call the release callback of array#1 before its struct is filled anew at examples/struct_overwritten.c:31.
 *     more    arrowdev-check explain live-struct-overwritten        mute: live-struct-overwritten fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk = {0};
    int64_t rows = 0;
    column_stream(&stream);
    while (stream.get_next(&stream, &chunk) == 0 && chunk.release)
        rows += chunk.length; /* and no release */
    stream.release(&stream);
    return rows == 8 ? 0 : 1;
}
