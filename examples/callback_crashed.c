/* callback_crashed: a producer's release callback follows a pointer that is not its own.
 *
 *     The process was ended by SIGSEGV.
 *
 *   examples/callback_crashed.c:31:33: error: SIGSEGV inside release of array#1 [callback-crashed]
 *
 *     what    array#1  ArrowArray  4 rows
 *     who     producer (callback_crashed: release callback_crashed.c:30)      observed      1 time
 *
 *     owner      ms      thread  event    by                           owner afterwards
 *               0.526    main    export   main callback_crashed.c:40   callback_crashed at 0x7ffe..57d0 (annotation)
 *           >   0.543    main    release  main callback_crashed.c:41   nobody
 *
 *     now     #0 release              examples/callback_crashed.c:31
 *             #1 main                 examples/callback_crashed.c:41
 *     before  #0 main                 examples/callback_crashed.c:41
 *     origin  #0 main                 examples/callback_crashed.c:40
 *
 *     spec    policy of this tool, not of the specification
 *             The process died inside a callback of the producer.
 *     more    arrowdev-check explain callback-crashed        mute: callback-crashed fun:release reason:".."
 *
 *   == arrowdev_check: 1 structure alive when SIGSEGV came ==
 *
 *      array#1      ArrowArray                          -           callback_crashed -> callback_crashed  callback_crashed..
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void release(struct ArrowArray *array) {
    *(int *)array->private_data = 0; /* nobody ever set it */
    array->release = NULL;
}

int main(void) {
    static const int64_t values[4];
    static const void *buffers[] = {NULL, values};
    struct ArrowArray column = {
        .length = 4, .n_buffers = 2, .buffers = buffers, .release = release};
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &column);
    column.release(&column);
    return 0;
}
