/* A file of declarations serves several programs: this one has no use for some of its functions,
 * nor has their own library.
 *
 * expect: nothing
 * file: silent-unused.declare
 * options: declare=silent-unused.declare
 * limits: declared, and nobody calls it: own_stream, own_peek
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct ArrowArray array;
    own_fill(&array);
    array.release(&array);
    return 0;
}
