/* An offset that leads over a hole, into memory of somebody else: what stands there is nobody's.
 *
 * options: validate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "lend.h"

enum { STRETCH = 1 << 24 };

int main(void) {
    /* The buffer, a hole, and offsets that fall. */
    char *memory = mmap(NULL, STRETCH, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *others = memory + STRETCH / 2;
    mprotect(memory, 4096, PROT_READ | PROT_WRITE);
    mprotect(others, STRETCH / 2, PROT_READ | PROT_WRITE);
    ((int32_t *)others)[0] = 5;
    const struct lent text = {.format = "u",
                              .rows = 2,
                              .offset = STRETCH / 2 / sizeof(int32_t),
                              .n_buffers = 3,
                              .buffers = {NULL, memory, "text"}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(lend(&text), &array, &schema);
    printf("%ld\n", (long)array.length);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
