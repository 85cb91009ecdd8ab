/* A struct is handed to a second import although the first one took what was in it.
 *
 * expect: use-after-move error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    struct fake_value *value = import_array(&array, NULL);   // <- first
    import_array(&array, NULL);                              // <- second
    fake_drop(value);
    return 0;
}
