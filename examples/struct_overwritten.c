/* struct_overwritten: the next chunk is read into the struct of the last one.
 *
 *   examples/struct_overwritten.c:48:12: error: the struct of array#1 was filled anew and it was never released [live-struct-overwritten]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     caller (struct_overwritten)      inferred      1 time
 *
 *     owner      ms      thread  event      by                             owner afterwards
 *               0.541    main    get_next   main struct_overwritten.c:48   struct_overwritten at 0x7ffc..17c0 (made by
 *                                                                          libcolumn.so)
 *           >   0.545    main    overwrite  main struct_overwritten.c:48   nobody (array#2 stands there now)
 *
 *     now     #0 main                 examples/struct_overwritten.c:48
 *     before  as now
 *     origin  as now
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST
 *             A structure is released before its memory is filled anew.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Call the release callback of array#1 before its struct is filled anew at examples/struct_overwritten.c:48.
 *     more    arrowdev-check explain live-struct-overwritten        mute: live-struct-overwritten fun:main reason:".."
 *
 *   == arrowdev_check: 1 structure never released: 1 group [never-released] ==
 *
 *      #    never rel.  of made   host       oldest   trend             type            made by -> last held by
 *      1    1           2         -          0.1 ms   flat since 0.0 s  ArrowArray      libcolumn.so -> struct_overwritten
 *
 *   examples/struct_overwritten.c:48:12: error: array#2 never released [never-released]
 *     what    array#2  ArrowArray  4 rows
 *     who     last holder (struct_overwritten)      inferred at exit      flat since 0.0 s
 *     held    last seen at 0x7ffc..17c0 (examples/struct_overwritten.c:48), never touched after
 *     origin  #0 main                 examples/struct_overwritten.c:48
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST
 *             A consumer calls the release callback when it no longer uses the structure.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Call the release callback of array#2 where main is done with it.
 *     more    arrowdev-check explain never-released        mute: never-released fun:main reason:".."
 *             group fingerprint adc1:never-released:8ad8a4
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
