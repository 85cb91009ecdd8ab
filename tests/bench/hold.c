/* hold: takes batches, holds so many at once, releases them; says what memory the process then has.
 *
 * hold BATCHES ROUNDS */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/producer.h"

/* Resident memory in KiB. */
static long resident(void) {
    char line[128];
    long pages = -1, size;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fgets(line, sizeof(line), file) && sscanf(line, "%ld %ld", &size, &pages) != 2)
        pages = -1;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    size_t n = (size_t)atoll(argv[1]);
    int64_t n_rows = 16;
    struct ArrowArray *batches = malloc(n * sizeof(*batches));
    memset(batches, 0, n * sizeof(*batches));
    long held = 0;
    for (long round = atol(argv[2]); round > 0; round--) {
        void *status;
        for (size_t i = 0; i < n; i++)
            producer_export(&status, &n_rows, &batches[i], NULL);
        if (round == 1)
            held = resident();
        for (size_t i = 0; i < n; i++)
            batches[i].release(&batches[i]);
    }
    free(batches);
    printf("%ld\n", held);
    return held > 0 ? 0 : 1;
}
