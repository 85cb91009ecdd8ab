/* An export failed, and the empty struct is handed to an import all the same.
 *
 * expect: uninitialised-struct warning both main at here
 * seen: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array = {0};
    export_array(failing(), &array, NULL);
    fake_manner = FAKE_LEAVES;
    import_array(&array, NULL); // <- here
    return 0;
}
