/* say_checkpoint: a server that never ends asks after each request what went wrong in it, and what
 * it left behind, and puts the answer into its own log.
 *
 *     request 1: 0 new
 *     request 2: 1 new
 *     arrowdev_check: live: array#2 ArrowArray, 2 rows, made at ...
 *     request 3: 0 new
 *
 * The second request leaves one array behind.
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static struct ArrowArray answers[3];

static void serve(int request) {
    struct ArrowArray *answer = &answers[request - 1];
    numbers_fill(answer, request);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, answer);
    if (request != 2) /* the fault */
        answer->release(answer);
}

int main(void) {
    char lines[4096] = "";
    for (int request = 1; request <= 3; request++) {
        serve(request);
        int n = arrowdev_check_checkpoint(ARROWDEV_CHECK_LIVE | ARROWDEV_CHECK_QUIET);
        arrowdev_check_told(lines, sizeof(lines));
        fprintf(stderr, "request %d: %d new\n%s", request, n, lines);
    }
    return 0;
}
