/* A producer lends memory of which the end can't be touched.
 *
 * options: isolate=1
 * expect: buffer-freed-while-held error producer libproducer.so at export origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "lend.h"

int main(void) {
    char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + 4096, 4096, PROT_NONE);
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 600, .n_buffers = 2, .buffers = {NULL, memory}};
    export_array(lend(&lent), &array, &schema); // <- export
    puts("exported");
    array.release(&array);
    schema.release(&schema);
    return 0;
}
