/* input: all bytes of a file or a pipe. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/input.h"

#include "report/render/store.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* All bytes of a pipe; of a file they need not be copied. */
static char *read_pipe(int fd, size_t *size) {
    char *text = NULL;
    for (size_t room = 1 << 16;; room *= 2) {
        text = store_resize(text, room);
        while (*size < room) {
            ssize_t n = read(fd, text + *size, room - *size);
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return n ? NULL : text;
            *size += (size_t)n;
        }
    }
}

const char *input_read(int fd, size_t *size) {
    struct stat status;
    *size = 0;
    if (fstat(fd, &status))
        return NULL;
    if (!S_ISREG(status.st_mode))
        return read_pipe(fd, size);
    *size = (size_t)status.st_size;
    char *text = *size ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0) : "";
    return text == MAP_FAILED ? NULL : text;
}
