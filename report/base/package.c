/* package: tells an installed Python package from a folder of the user's that has its name. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/package.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/hash.h"
#include "report/base/text.h"

/** As the kernel gives it. */
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t length; /* of this one */
    uint8_t type;
    char name[];
};

static bool lists_installed(int folder) {
    _Alignas(struct entry) char entries[512];
    long size;
    while ((size = syscall(SYS_getdents64, folder, entries, sizeof(entries))) > 0)
        for (long at = 0; at < size; at += ((struct entry *)(entries + at))->length)
            if (text_matches("*.dist-info", ((struct entry *)(entries + at))->name))
                return true;
    return false;
}

static bool look_into(const char *path, size_t length) {
    char folder[512];
    if (length >= sizeof(folder))
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    int saved = errno;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is = fd >= 0 && lists_installed(fd);
    if (fd >= 0)
        syscall(SYS_close, fd);
    errno = saved;
    return is;
}

/* A word is a hash of the path, its lowest bit the answer. */
static bool is_installed_in(const char *path, size_t length) {
    static _Atomic uint64_t answers[64];
    uint64_t hash = hash_add(HASH_NONE, path, length);
    _Atomic uint64_t *answer = &answers[hash >> 58];
    uint64_t was = atomic_load_explicit(answer, memory_order_relaxed);
    if (was >> 1 != hash >> 1) {
        was = (hash & ~(uint64_t)1) | look_into(path, length);
        atomic_store_explicit(answer, was, memory_order_relaxed);
    }
    return was & 1;
}

static bool is_in_packages(const char *path, size_t length) {
    static const char end[] = "-packages";
    size_t n = sizeof(end) - 1;
    return length >= n && memcmp(path + length - n, end, n) == 0;
}

bool package_has(const char *name, const char *path) {
    size_t length = strlen(name);
    for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
        if (strncmp(at + 1, name, length) != 0 || at[1 + length] != '/')
            continue;
        if (is_in_packages(path, (size_t)(at - path)) || text_matches("*.cpython-3*.so", path) ||
            text_matches("*.abi3.so", path) || is_installed_in(path, (size_t)(at - path)))
            return true;
    }
    return false;
}
