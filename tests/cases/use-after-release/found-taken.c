/* A stale copy is given away after the release: who takes it releases it in good faith, which is
 * refused, and no second fault.
 *
 * expect: use-after-release error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_CHECKS_ITSELF), &array, NULL); // <- export
    copy = array;
    array.release(&array);                                // <- first
    struct fake_value *value = import_array(&copy, NULL); // <- second
    fake_drop(value);
    return 0;
}
