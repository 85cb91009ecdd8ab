/* A program hands an array over with a pointer of its own in it, puts the producer's back and
 * releases.
 *
 * expect: nothing
 * file: taken.declare
 * options: declare=taken.declare
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

int main(void) {
    static int mine;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_CLEARS), &array, NULL);
    void *theirs = array.private_data;
    array.private_data = &mine;
    own_look(&array);
    array.private_data = theirs;
    own_look(&array);
    own_take(&array);
    return 0;
}
