/* The second import sees that nothing is left in the struct and refuses.
 *
 * expect: use-after-move warning consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    struct fake_value *value = import_array(&array, NULL);   // <- first
    fake_manner = FAKE_LEAVES;
    import_array(&array, NULL); // <- second
    fake_drop(value);
    return 0;
}
