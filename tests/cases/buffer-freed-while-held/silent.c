/* A producer gives its memory back in its own release callback, or after the consumer has released
 * the array.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "lend.h"

int main(void) {
    int64_t *values = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema);
    printf("%ld\n", (long)((const int64_t *)array.buffers[1])[3]);
    array.release(&array);
    schema.release(&schema);
    munmap(values, 4096);
    return 0;
}
