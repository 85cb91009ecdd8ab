/* uninitialised: a struct that was never filled is handed to a consumer.
 *
 *   examples/uninitialised.c:24:5: error: the struct at 0x55c676b282a0 is handed over with a release member that is no function [uninitialised-struct]
 *
 *     who     both (uninitialised)      observed      1 time
 *
 *     now     #0 drop                 examples/uninitialised.c:24
 *             #1 main                 examples/uninitialised.c:31
 *
 *     spec    C Data Interface, "The ArrowArray structure", MUST
 *             The release member is mandatory: the producer's callback, or NULL, which marks the structure released.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.release
 *     fix     Hand over a struct that its producer has filled: its export comes before examples/uninitialised.c:24, and must
 *             not have failed.
 *     more    arrowdev-check explain uninitialised-struct        mute: uninitialised-struct fun:drop reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "column.h"

static void drop(struct ArrowArray *array) {
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, array);
    free(array);
}

int main(void) {
    struct ArrowArray *array = malloc(sizeof(*array));
    memset(array, 0x5a, sizeof(*array)); /* what malloc returns is as good as that */
    drop(array);
    return 0;
}
