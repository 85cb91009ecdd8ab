/* say_handover: two functions of one program hand an array over, and say so themselves.
 *
 * No library that the tool knows is involved. The consumer keeps the array and forgets it:
 *
 *     examples/say_handover.c:34:5: error: array#1 never released [never-released]
 *       what    array#1  ArrowArray  4 rows
 *       who     last holder (say_handover)      inferred at exit
 *       held    last seen at ... (examples/say_handover.c:34), never touched after
 *       origin  #0 produce              examples/say_handover.c:23
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static struct ArrowArray kept;

static void produce(struct ArrowArray *out) {
    numbers_fill(out, 4);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out); /* complete: from now on somebody else's */
}

static int64_t count(struct ArrowArray *array) {
    arrowdev_check_peeks(ARROWDEV_CHECK_ARRAY, array); /* only looks */
    return array->length;
}

static void consume(struct ArrowArray *array) {
    kept = *array;
    array->release = NULL;
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, &kept); /* ours to release */
}

int main(void) {
    struct ArrowArray array;
    produce(&array);
    printf("%d rows\n", (int)count(&array));
    consume(&array);
    return 0;
}
