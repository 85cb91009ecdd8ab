/* create: open() with a look at what was opened, as a folder that is everybody's may hold what
 * others put there. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/create.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Not a link to a file of somebody else, neither symbolic nor hard. */
static bool is_ours(int fd) {
    struct stat status;
    return !fstat(fd, &status) && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           status.st_nlink == 1;
}

static int replace(const char *path) {
    int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && is_ours(fd) && !ftruncate(fd, 0))
        return fd;
    if (fd >= 0)
        close(fd);
    errno = EEXIST;
    return -1;
}

static int open_other(const char *path) {
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC); /* ENXIO: a fifo that nobody reads */
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

int create_file(const char *path, bool replaces) {
    struct stat status;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 || errno != EEXIST)
        return fd;
    if (!stat(path, &status) && !S_ISREG(status.st_mode))
        return open_other(path);
    if (replaces)
        return replace(path);
    errno = EEXIST;
    return -1;
}
