/* say_name: objects have numbers; a name of the program's own says which one it is.
 *
 *     examples/say_name.c:26:5: error: array#2 never released [never-released]
 *       what    array#2 'orders of May'  ArrowArray  5 rows
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static void load(struct ArrowArray *out, int64_t rows, const char *name) {
    numbers_fill(out, rows);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out);
    arrowdev_check_name(ARROWDEV_CHECK_ARRAY, out, name);
}

int main(void) {
    struct ArrowArray april, may;
    load(&april, 3, "orders of April");
    load(&may, 5, "orders of May");
    printf("%d rows\n", (int)(april.length + may.length));
    april.release(&april);
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, &may);
    return 0;
}
