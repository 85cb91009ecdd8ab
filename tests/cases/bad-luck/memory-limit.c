/* No more memory is to be had from the first structure on: the program goes on, unwatched perhaps.
 *
 * reports: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "producer.h"

static long mapped_pages(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

int main(void) {
    enum { N = 1000 };
    static struct ArrowArray arrays[N];
    const struct source *source = some_array(4, RELEASE_GOOD);
    rlim_t limit = (rlim_t)mapped_pages() * 4096 + 65536;
    setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
    for (int i = 0; i < N; i++)
        export_array(source, &arrays[i], NULL);
    int released = 0;
    for (int i = 0; i < N; i++) {
        arrays[i].release(&arrays[i]);
        released += arrays[i].release == NULL;
    }
    printf("%d released\n", released);
    return 0;
}
