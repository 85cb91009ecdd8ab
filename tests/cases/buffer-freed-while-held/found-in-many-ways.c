/* What a producer has lent is unmapped with a large block, closed, or cut off with its file; the
 * row that can't be read any more is named.
 *
 * options: isolate=1
 * expect: buffer-freed-while-held error producer libproducer.so at block origin export
 * expect: buffer-freed-while-held error producer libproducer.so at closed origin export
 * expect: buffer-freed-while-held error producer libproducer.so at file origin export
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lend.h"

#define SIZE 262144

static struct ArrowArray array;
static struct ArrowSchema schema;

static void hold(const void *values) {
    struct lent lent = {.format = "l", .rows = SIZE / 8, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
}

int main(void) {
    mallopt(M_MMAP_THRESHOLD, SIZE / 2);
    void *block = calloc(1, SIZE);
    hold(block);
    free(block);
    array.release(&array); // <- block
    schema.release(&schema);

    void *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    hold(mapped);
    mprotect(mapped, SIZE, PROT_NONE);
    array.release(&array); // <- closed
    schema.release(&schema);

    int file = memfd_create("lent", 0);
    if (file < 0 || ftruncate(file, SIZE) != 0)
        return 77;
    mapped = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, file, 0);
    hold(mapped);
    if (ftruncate(file, SIZE / 2) != 0)
        return 77;
    array.release(&array); // <- file
    schema.release(&schema);
    return 0;
}
