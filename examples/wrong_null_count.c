/* wrong_null_count: a slice keeps the null_count of the whole column.
 *
 *   examples/wrong_null_count.c:35:5: error: array#1 has null_count 3 and length 2 [null-count-range]
 *
 *     what    array#1  ArrowArray  2 rows
 *     who     producer (wrong_null_count)      observed      1 time
 *
 *     owner      ms      thread  event   by                           owner afterwards
 *           >   0.515    main    export  main wrong_null_count.c:35   wrong_null_count at 0x7ffc..0a00 (annotation)
 *
 *     now     #0 main                 examples/wrong_null_count.c:35
 *     origin  as now
 *
 *     spec    C Data Interface, "The ArrowArray structure", MUST
 *             null_count is the number of nulls among the array's rows, or -1 where it was not counted.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.null_count
 *     fix     Count the nulls between offset and offset + length, or set null_count = -1.
 *     more    arrowdev-check explain null-count-range        mute: null-count-range fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

int main(void) {
    static const int64_t values[4];
    static const unsigned char bitmap[] = {0x8};
    static const void *buffers[] = {bitmap, values};
    struct ArrowArray slice = {
        .length = 4, .null_count = 3, .n_buffers = 2, .buffers = buffers, .release = release};
    slice.offset = 2;
    slice.length = 2; /* null_count = -1 would say that nobody counted */
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &slice);
    slice.release(&slice);
    return 0;
}
