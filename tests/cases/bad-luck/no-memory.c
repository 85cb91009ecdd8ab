/* No memory at all is to be had when the first structure crosses: no record can be kept, and the
 * report says so.
 *
 * says: out of memory
 * says: never-released
 * says: suppressed (
 * reports: 0
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "producer.h"

static rlim_t mapped(void) {
    char text[64] = "";
    int fd = open("/proc/self/statm", O_RDONLY);
    ssize_t n = read(fd, text, sizeof(text) - 1);
    close(fd);
    return n > 0 ? (rlim_t)atol(text) * 4096 : RLIM_INFINITY;
}

int main(void) {
    static struct ArrowArray array;
    const struct source *source = some_array(4, RELEASE_GOOD);
    rlim_t limit = mapped();
    setrlimit(RLIMIT_AS, &(struct rlimit){limit, RLIM_INFINITY});
    export_array(source, &array, NULL);
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    return 0;
}
