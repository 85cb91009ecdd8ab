/* say_ignore: a cache that is meant to live to the end, and a test that does something wrong on
 * purpose: neither is reported. What comes after the matching end is.
 *
 *     examples/say_ignore.c:28:5: error: array#2 never released [never-released]
 *     arrowdev_check: 1 error, 0 warnings, 0 suppressed
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static struct ArrowArray cached, forgotten;

static void give(struct ArrowArray *array) {
    numbers_fill(array, 2);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, array);
}

int main(void) {
    arrowdev_check_ignore_begin();
    give(&cached); /* never released, and never missed */
    arrowdev_check_ignore_end();
    give(&forgotten);
    printf("%d rows\n", (int)(cached.length + forgotten.length));
    arrowdev_check_peeks(ARROWDEV_CHECK_ARRAY, &forgotten);
    return 0;
}
