/* A stale copy, its callback still set, is handed on after the array was released.
 *
 * expect: use-after-release error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- first
    fake_manner = FAKE_IGNORES;
    import_array(&copy, NULL); // <- second
    return 0;
}
