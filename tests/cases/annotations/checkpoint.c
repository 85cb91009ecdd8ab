/* A checkpoint counts what was found since the last one: errors and warnings.
 *
 * expect: double-release error consumer main at second before first origin export
 * expect: never-released error last-holder main at keep origin export2
 * status: 23
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"
#include "shim/arrowdev_check.h"

int main(void) {
    struct ArrowArray array, copy, kept;
    int status = arrowdev_check_checkpoint(0) == 0;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    status += 2 * (arrowdev_check_checkpoint(0) == 1);
    status += 4 * (arrowdev_check_checkpoint(ARROWDEV_CHECK_LIVE) == 0);
    export_array(some_array(4, RELEASE_GOOD), &kept, NULL); // <- export2
    status += 16 * (arrowdev_check_checkpoint(ARROWDEV_CHECK_LIVE) == 1);
    status += 32 * (arrowdev_check_checkpoint(ARROWDEV_CHECK_LIVE) == 1);
    fake_manner = FAKE_LEAVES;
    import_array(&kept, NULL); // <- keep
    return status;
}
