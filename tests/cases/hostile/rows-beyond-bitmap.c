/* Rows enough for a day's look at them: views can be read for a terabyte, the bitmap ends before.
 *
 * options: validate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "lend.h"

#define PAGE 4096

static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int main(void) {
    static const int64_t sizes[1];
    const int64_t rows = (int64_t)1 << 36;
    struct ArrowArray array;
    struct ArrowSchema schema;
    char *bits = map(2 * PAGE);
    void *views = map((size_t)rows * 16);
    if (!bits || !views || munmap(bits + PAGE, PAGE))
        return 1;
    struct lent lent = {.format = "vu",
                        .rows = rows,
                        .null_count = -1,
                        .n_buffers = 3,
                        .buffers = {bits + PAGE - 8, views, sizes}};
    export_array(lend(&lent), &array, &schema);
    printf("%ld\n", (long)array.length);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
