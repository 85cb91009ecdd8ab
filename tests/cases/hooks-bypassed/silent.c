/* Declared functions that are reached, one that is not there at all, one of a module that is not.
 *
 * expect: nothing
 * file: silent.declare
 * options: declare=silent.declare
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct ArrowArray array;
    own_fill(&array);
    array.release(&array);
    return 0;
}
