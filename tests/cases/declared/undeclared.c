/* The same library without a declaration: nothing of it is seen.
 *
 * expect: nothing
 * reports: 0
 * silent: yes */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct ArrowArray array;
    own_fill(&array);
    own_take(&array);
    return 0;
}
