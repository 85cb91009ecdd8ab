/* A billion children are promised, the list ends with its page after two.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "producer.h"

int main(void) {
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page + 4096, 4096, PROT_NONE);
    struct ArrowArray **list = (struct ArrowArray **)(page + 4096 - 2 * sizeof(*list));
    struct ArrowArray children[2], made, array;
    for (int i = 0; i < 2; i++) {
        produce_array(&children[i], 4, RELEASE_CLEARS);
        list[i] = &children[i];
    }
    produce_array(&made, 4, RELEASE_CLEARS);
    made.n_children = 1000000000;
    made.children = list;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
