/* A released struct is handed to an import, which refuses it: bad style, no harm done.
 *
 * expect: use-after-release warning consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    array.release(&array);                                   // <- first
    fake_manner = FAKE_LEAVES;
    import_array(&array, NULL); // <- second
    return 0;
}
