/* Rust reads the struct out and never clears the source: its memory is freed and used for something
 * else, later for another array.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "producer.h"

int main(void) {
    struct ArrowArray *boxed = malloc(sizeof(*boxed)), moved, other;
    export_array(some_array(4, RELEASE_CHECKS_ITSELF), boxed, NULL);
    memcpy(&moved, boxed, sizeof(moved));
    memset(boxed, 0x5a, sizeof(*boxed));
    export_array(some_array(8, RELEASE_CHECKS_ITSELF), boxed, NULL);
    memcpy(&other, boxed, sizeof(other));
    free(boxed);
    moved.release(&moved);
    other.release(&other);
    return 0;
}
