/* A producer gives its memory back to the system while the consumer holds the array.
 *
 * options: isolate=1
 * expect: buffer-freed-while-held error producer libproducer.so at drop origin export
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
    export_array(lend(&lent), &array, &schema); // <- export
    munmap(values, 4096);
    puts("held");
    array.release(&array); // <- drop
    schema.release(&schema);
    return 0;
}
