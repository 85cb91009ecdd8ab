/* A consumer releases what it has released, and does not ask whether there is something to call:
 * release is NULL, and the process dies of it.
 *
 * expect: double-release error consumer main at second before first origin export
 * status: SIGSEGV
 * plain: crashes
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    array.release(&array);                                   // <- first
    array.release(&array);                                   // <- second
    return 0;
}
