/* A program puts a pointer of its own into an array and gives that away: the taker, who releases
 * it, has found it so.
 *
 * expect: struct-changed warning consumer main at given before export
 * file: taken.declare
 * options: declare=taken.declare
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

int main(void) {
    static int mine;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_CLEARS), &array, NULL); // <- export
    array.private_data = &mine;
    own_take(&array); // <- given
    return 0;
}
