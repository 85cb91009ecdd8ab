/* As many structures, a few at a time: the budget holds.
 *
 * options: memory_budget_mb=16
 * expect: nothing
 * seen: 100000 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

enum { N = 100000 };

int main(void) {
    const struct source *source = some_array(4, RELEASE_GOOD);
    for (int i = 0; i < N; i++) {
        struct ArrowArray array;
        export_array(source, &array, NULL);
        array.release(&array);
    }
    return 0;
}
