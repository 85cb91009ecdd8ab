/* A consumer puts buffers of its own into the struct, which the producer then gets back.
 *
 * expect: struct-changed warning consumer main at here origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static const void *own[2];
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    array.buffers = own;
    array.release(&array); // <- here
    return 0;
}
