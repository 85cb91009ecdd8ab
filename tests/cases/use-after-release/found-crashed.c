/* A function takes a released array for a live one and crashes on it: it has not returned, and what
 * it was given is said all the same. A call that was left by a jump before has no part in it.
 *
 * expect: use-after-release error consumer main at second before first origin export
 * options: declare=crashed.declare
 * file: crashed.declare
 * allow: held-at-abrupt-end
 * status: SIGSEGV
 * plain: crashes
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

static void jump(struct ArrowArray *array) {
    siglongjmp(producer_jump, 1);
}

int main(void) {
    struct ArrowArray left = {0}, array;
    own_fill(&array);      // <- export
    array.release(&array); // <- first
    own_fill(&left);
    left.release(&left);
    if (sigsetjmp(producer_jump, 1) == 0)
        own_fill_by(jump, &left);
    own_take(&array); // <- second
    return 0;
}
