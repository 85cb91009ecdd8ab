/* descriptor: keeps, checks and writes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Above what programs count on having, below where select() ends. */
#define HIGH_NUMBER 700
/* How long a full pipe may hold us up. */
#define FULL_PIPE_MS 1000

static int move_high(int fd) {
    struct rlimit limit = {.rlim_cur = 1024};
    getrlimit(RLIMIT_NOFILE, &limit);
    int most = limit.rlim_cur < 2 * HIGH_NUMBER ? (int)limit.rlim_cur / 4 * 3 : HIGH_NUMBER;
    for (int least = most; least >= 3; least /= 2) {
        int high = fcntl(fd, F_DUPFD_CLOEXEC, least);
        if (high >= 0)
            return high;
    }
    return fd;
}

struct descriptor descriptor_of(int fd) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return (struct descriptor){.fd = -1};
    return (struct descriptor){.fd = fd, .device = status.st_dev, .inode = status.st_ino};
}

struct descriptor descriptor_keep(int fd) {
    struct descriptor kept = descriptor_of(fd);
    if (kept.fd >= 0)
        kept.fd = move_high(fd);
    return kept;
}

bool descriptor_is_ours(const struct descriptor *kept) {
    struct stat status;
    return kept->fd >= 0 && fstat(kept->fd, &status) == 0 && status.st_dev == kept->device &&
           status.st_ino == kept->inode;
}

/** Signals that a write can cause, held back; what was pending before stays so. */
struct held_signals {
    sigset_t made, old, pending;
};

static void hold(struct held_signals *held) {
    sigemptyset(&held->made);
    sigaddset(&held->made, SIGXFSZ);
    sigaddset(&held->made, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &held->made, &held->old);
    sigpending(&held->pending);
}

static void take_back(const struct held_signals *held, int signal) {
    static const struct timespec at_once;
    sigset_t one;
    if (sigismember(&held->pending, signal))
        return;
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigtimedwait(&one, NULL, &at_once);
}

/** A pipe that nobody empties: only once is it waited for, as the program would not have waited. */
static bool is_full(int fd) {
    static _Atomic bool has_given_up;
    struct pollfd full = {.fd = fd, .events = POLLOUT};
    if (poll(&full, 1, atomic_load(&has_given_up) ? 0 : FULL_PIPE_MS) != 0)
        return false;
    atomic_store(&has_given_up, true);
    return true;
}

/** @piece  so many bytes at a time, after a look whether there is room; 0 for all without one */
static ssize_t write_all(int fd, const char *bytes, size_t size, size_t piece,
                         struct held_signals *held) {
    size_t done = 0;
    while (done < size) {
        if (piece && is_full(fd))
            return done > 0 ? (ssize_t)done : -EAGAIN;
        size_t wanted = piece && piece < size - done ? piece : size - done;
        ssize_t n = write(fd, bytes + done, wanted);
        if (n > 0) {
            done += (size_t)n;
            continue;
        }
        struct pollfd full = {.fd = fd, .events = POLLOUT};
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN && poll(&full, 1, FULL_PIPE_MS) > 0)
            continue;
        int error = n < 0 ? errno : ENOSPC;
        if (error == EPIPE)
            take_back(held, SIGPIPE);
        if (error == EFBIG)
            take_back(held, SIGXFSZ);
        return done > 0 ? (ssize_t)done : -error;
    }
    return (ssize_t)done;
}

ssize_t descriptor_write(const struct descriptor *kept, const char *bytes, size_t size) {
    struct held_signals held;
    struct stat status;
    if (!descriptor_is_ours(kept))
        return -EBADF;
    int saved = errno;
    bool is_pipe =
        fstat(kept->fd, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
    hold(&held);
    ssize_t done = write_all(kept->fd, bytes, size, is_pipe ? PIPE_BUF : 0, &held);
    pthread_sigmask(SIG_SETMASK, &held.old, NULL);
    errno = saved;
    return done;
}

void descriptor_close(struct descriptor *kept) {
    if (kept->fd > STDERR_FILENO && descriptor_is_ours(kept))
        close(kept->fd);
    kept->fd = -1;
}
