/* The program ignores SIGABRT, which abort() ends it with all the same.
 *
 * expect: held-at-abrupt-end note none -
 * status: SIGABRT
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    signal(SIGABRT, SIG_IGN);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    raise(SIGABRT);
    abort();
}
