/* release_not_cleared: a producer frees its content and forgets to mark the struct released.
 *
 *   examples/release_not_cleared.c:27:13: error: release callback of array#1 left release set [release-not-cleared]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     producer (release_not_cleared: release release_not_cleared.c:27)      observed      1 time
 *
 *     owner      ms      thread  event    by                                owner afterwards
 *               0.493    main    export   export release_not_cleared.c:40   release_not_cleared at 0x7fff..5f80 (annotation)
 *           >   0.510    main    release  main release_not_cleared.c:46     nobody (struct at 0x7fff..5f80)
 *
 *     now     #0 main                 examples/release_not_cleared.c:46
 *     origin  #0 export               examples/release_not_cleared.c:40
 *             #1 main                 examples/release_not_cleared.c:45
 *
 *     spec    C Data Interface, "Release callback semantics -- for producers", MUST
 *             A release callback marks the structure released by setting its release member to NULL.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-producers
 *     fix     At the end of release (examples/release_not_cleared.c:27): array->release = NULL;
 *     more    arrowdev-check explain release-not-cleared        mute: release-not-cleared fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "column.h"

static void release(struct ArrowArray *array) {
    free(array->private_data); /* array->release = NULL is missing */
}

static void export(struct ArrowArray *out) {
    int64_t *values = calloc(4, sizeof(*values));
    static const void *buffers[2];
    buffers[1] = values;
    *out = (struct ArrowArray){.length = 4,
                               .n_buffers = 2,
                               .buffers = buffers,
                               .release = release,
                               .private_data = values};
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out);
}

int main(void) {
    struct ArrowArray column;
    export(&column);
    column.release(&column);
    return 0;
}
