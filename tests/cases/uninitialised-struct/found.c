/* A struct that nobody filled is handed over: its release is stack garbage.
 *
 * expect: uninitialised-struct error both main at here
 * seen: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    memset(&array, 0xaa, sizeof(array));
    fake_manner = FAKE_LEAVES;
    import_array(&array, NULL); // <- here
    return 0;
}
