/* The program ignores SIGABRT, and an assertion ends it with it all the same.
 *
 * expect: held-at-abrupt-end note none -
 * status: SIGABRT
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <signal.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    signal(SIGABRT, SIG_IGN);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    assert(array.length == 5);
    return 0;
}
