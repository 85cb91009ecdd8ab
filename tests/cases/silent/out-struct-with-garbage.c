/* What an export is to fill is usually stack memory: remains of a live array there mean nothing.
 *
 * expect: nothing
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

int main(void) {
    struct ArrowArray first, second, third;
    export_array(some_array(4, RELEASE_GOOD), &first, NULL);
    second = first;
    export_array(some_array(4, RELEASE_GOOD), &second, NULL);
    memset(&third, 0xaa, sizeof(third));
    export_array(failing(), &third, NULL);
    export_array(some_array(4, RELEASE_GOOD), &third, NULL);
    first.release(&first);
    second.release(&second);
    third.release(&third);
    return 0;
}
