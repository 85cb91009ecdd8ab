/* Between the two releases ten thousand other arrays come and go: the dead one is still known.
 *
 * expect: double-release error consumer main at second before first origin export
 * seen: 10001 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy, other;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- first
    const struct source *source = some_array(4, RELEASE_GOOD);
    for (int i = 0; i < 10000; i++) {
        export_array(source, &other, NULL);
        other.release(&other);
    }
    copy.release(&copy); // <- second
    return 0;
}
