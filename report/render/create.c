/* create: open() with a look at what was opened, as a folder that is everybody's may hold what
 * others put there. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/create.h"

#include "report/render/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Not a link to a file of somebody else, neither symbolic nor hard. */
static bool is_ours(const struct stat *status) {
    return S_ISREG(status->st_mode) && status->st_uid == geteuid() && status->st_nlink == 1;
}

static int replace(const char *path) {
    struct stat status;
    int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && !fstat(fd, &status) && is_ours(&status) && !ftruncate(fd, 0))
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

/* The only name that a file without one has. */
static const char *name_of(int fd) {
    static char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    return name;
}

int create_aside(const char *path) {
    struct stat status;
    const char *slash = strrchr(path, '/');
    const char *folder =
        slash ? store_format("%.*s", slash == path ? 1 : (int)(slash - path), path) : ".";
    if (!stat(path, &status) && !S_ISREG(status.st_mode))
        return -1;
    int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (fd >= 0 && !access(name_of(fd), F_OK))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static int give(int fd, const char *path) {
    return linkat(AT_FDCWD, name_of(fd), AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/* A name can't be given over a file, but one file put over another. */
static int put_over(int fd, const char *path) {
    struct stat status;
    const char *passing = store_format("%s.%ld.part", path, (long)getpid());
    if (lstat(path, &status) || !is_ours(&status)) {
        errno = EEXIST;
        return -1;
    }
    if (give(fd, passing))
        return -1;
    if (!rename(passing, path))
        return 0;
    int failed = errno;
    unlink(passing);
    errno = failed;
    return -1;
}

int create_name(int fd, const char *path, bool replaces) {
    int result = give(fd, path);
    return result && errno == EEXIST && replaces ? put_over(fd, path) : result;
}
