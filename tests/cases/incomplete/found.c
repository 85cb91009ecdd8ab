/* More live structures than the memory budget holds: some are not tracked, which is said.
 *
 * options: memory_budget_mb=4
 * expect: incomplete warning none -
 * verdict: incomplete */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

enum { N = 100000 };

int main(void) {
    struct ArrowArray *arrays = calloc(N, sizeof(*arrays));
    const struct source *source = some_array(4, RELEASE_GOOD);
    for (int i = 0; i < N; i++)
        export_array(source, &arrays[i], NULL);
    for (int i = 0; i < N; i++)
        arrays[i].release(&arrays[i]);
    return 0;
}
