/* say_moved: a move is a plain copy that nobody can see; a report knows of it when it is said.
 *
 *     examples/say_moved.c:36:5: error: release of array#1 called a second time [double-release]
 *       owner ...
 *         ... main    export   main say_moved.c:31   say_moved at ... (annotation)
 *         ... main    move     push say_moved.c:25   say_moved at ... (annotation)
 *         ... main    release  main say_moved.c:34   nobody
 *       > ... main    release  main say_moved.c:36   nobody -- through a copy at ...
 *       before  #0 main                 examples/say_moved.c:34
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static struct ArrowArray queue[2];

static void push(struct ArrowArray *array) {
    queue[0] = *array;
    array->release = NULL;
    /* A move of one line of code, and one that says so. */
    arrowdev_check_moved(ARROWDEV_CHECK_ARRAY, array, &queue[0]);
}

int main(void) {
    struct ArrowArray array, copy;
    numbers_fill(&array, 4);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &array);
    push(&array);
    copy = queue[0]; /* the fault: no move, as queue[0] keeps its release */
    queue[0].release(&queue[0]);
    copy.private_data = calloc(1, sizeof(struct numbers)); /* lest the plain run crashes */
    copy.release(&copy);
    printf("done\n");
    return 0;
}
