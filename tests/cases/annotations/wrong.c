/* Calls that make no sense are no fault of the program's: nothing comes of them.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"
#include "shim/arrowdev_check.h"

#include <stdio.h>

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema unseen = {0};
    produce_array(&array, 4, RELEASE_CHECKS_ITSELF);
    arrowdev_check_gives((enum arrowdev_check_kind)77, &array);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, NULL);
    arrowdev_check_name(ARROWDEV_CHECK_ARRAY, &array, "not seen yet");
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &array);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &array);
    arrowdev_check_moved(ARROWDEV_CHECK_STREAM, &array, &array);
    arrowdev_check_moved(ARROWDEV_CHECK_ARRAY, &array, &array);
    arrowdev_check_name(ARROWDEV_CHECK_ARRAY, &array, (const char *)16);
    arrowdev_check_name(ARROWDEV_CHECK_ARRAY, &array, "");
    arrowdev_check_pair(ARROWDEV_CHECK_ARRAY, &array, &unseen);
    arrowdev_check_pair(ARROWDEV_CHECK_SCHEMA, &unseen, &unseen);
    arrowdev_check_buffer_extent(NULL, 1);
    arrowdev_check_buffer_extent(array.buffers[1], 64);
    arrowdev_check_buffer_extent(array.buffers[1], 0);
    array.release(&array);
    printf("%d\n", array.release == NULL);
    return 0;
}
