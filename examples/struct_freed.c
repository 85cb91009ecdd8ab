/* struct_freed: a producer frees the struct itself, which is the consumer's.
 *
 *   examples/struct_freed.c:32:5: error: release callback of array#1 freed the struct itself [struct-freed-by-callback]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     producer (struct_freed: release struct_freed.c:30)      observed      1 time
 *
 *     owner      ms      thread  event    by                          owner afterwards
 *               0.505    main    export   export struct_freed.c:39    struct_freed at 0x55f4..12a0 (annotation)
 *               0.523    main    release  main struct_freed.c:45      nobody
 *           >   0.544    main    free     release struct_freed.c:32   nobody
 *
 *     now     #0 release              examples/struct_freed.c:32
 *             #1 main                 examples/struct_freed.c:45
 *     before  #0 main                 examples/struct_freed.c:45
 *     origin  #0 export               examples/struct_freed.c:39
 *             #1 main                 examples/struct_freed.c:44
 *
 *     spec    C Data Interface, "Member allocation", MUST NOT
 *             The base structure is allocated and freed by the consumer.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#member-allocation
 *     fix     Do not free the struct in release (examples/struct_freed.c:30); free only what private_data owns.
 *     more    arrowdev-check explain struct-freed-by-callback        mute: struct-freed-by-callback fun:release reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "column.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
    free(array);
}

static void export(struct ArrowArray *out) {
    static const int64_t values[4];
    static const void *buffers[] = {NULL, values};
    *out = (struct ArrowArray){.length = 4, .n_buffers = 2, .buffers = buffers, .release = release};
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out);
}

int main(void) {
    struct ArrowArray *column = malloc(sizeof(*column));
    export(column);
    column->release(column);
    return 0; /* a careful consumer would free(column) here, a second time */
}
