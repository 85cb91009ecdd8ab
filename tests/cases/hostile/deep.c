/* A chain of children a hundred thousand deep: cut, and said.
 *
 * expect: child-not-released note producer libproducer.so
 * limits: depth of 64 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

enum { N = 100000 };

int main(void) {
    struct ArrowArray *chain = calloc(N, sizeof(*chain));
    struct ArrowArray **pointers = calloc(N, sizeof(*pointers));
    for (int i = 0; i < N; i++) {
        produce_array(&chain[i], 4, RELEASE_CLEARS);
        pointers[i] = &chain[i];
        if (i > 0) {
            chain[i - 1].n_children = 1;
            chain[i - 1].children = &pointers[i];
        }
    }
    struct ArrowArray array;
    export_array(verbatim(chain, sizeof(*chain)), &array, NULL);
    array.release(&array);
    return 0;
}
