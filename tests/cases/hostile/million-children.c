/* A million children: within the budget of memory, in time, and said to be more than was kept.
 *
 * expect: incomplete warning none -
 * verdict: incomplete */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static long resident_mib(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        return -1;
    fclose(file);
    return pages / 256;
}

int main(void) {
    struct ArrowArray array, made;
    produce_struct(&made, 4, 1000000, RELEASE_GOOD);
    long before = resident_mib();
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    long grown = resident_mib() - before;
    if (grown > 64 + 16)
        printf("grown by %ld MiB\n", grown);
    array.release(&array);
    puts("done");
    return 0;
}
