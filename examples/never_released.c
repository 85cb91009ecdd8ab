/* never_released: one batch in two is left behind, so memory grows with the work.
 *
 *   == arrowdev_check: 8 structures never released: 1 group [never-released] ==
 *
 *      #    never rel.  of made   host       oldest   trend             type            made by -> last held by
 *      1    8           16        -          0.1 ms   grows             ArrowArray      libcolumn.so -> never_released
 *
 *   examples/never_released.c:28:9: error: 8 arrays never released [never-released]
 *     what    array#1 to array#15  ArrowArray
 *     who     last holder (never_released)      inferred at exit      grows with the work: a leak, not a cache
 *     held    last seen at 0x7fff..0e00 (examples/never_released.c:28), never touched after
 *     origin  #0 column_export        examples/column.c:32
 *             #1 main                 examples/never_released.c:27
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST
 *             A consumer calls the release callback when it no longer uses the structure.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Call the release callback of array#1 where main is done with it.
 *     more    arrowdev-check explain never-released        mute: never-released fun:main reason:".."
 *             group fingerprint adc1:never-released:65e594
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

int main(void) {
    for (int i = 0; i < 16; i++) {
        struct ArrowArray column;
        column_export(&column);
        arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, &column);
        if (i % 2 == 0)
            continue; /* nothing to do for this one, and gone it is */
        column.release(&column);
    }
    return 0;
}
