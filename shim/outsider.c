/* outsider: the head of a program's file tells. What is noted is a path in a file of its own, named
 * by that path, so that a program is noted once, whoever starts it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/outsider.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/hash.h"
#include "report/base/text.h"
#include "report/spool.h"
#include "shim/exec.h"
#include "shim/route.h"

#define PATH_SIZE 4096
#define LOADER    "ld-linux" /* of glibc; it takes a library along, though it asks for none */

static const char *records = "";

void outsider_init(const char *record_dir) {
    records = record_dir;
}

bool outsider_is_wanted(void) {
    return records[0] != '\0';
}

static bool is_loader(const char *path) {
    const char *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, LOADER, sizeof LOADER - 1) == 0;
}

/* Some other loader, or none. */
static bool is_foreign(int fd, const Elf64_Ehdr *elf, const char *path) {
    Elf64_Phdr segment;
    char loader[256] = "";
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        off_t at = (off_t)(elf->e_phoff + (size_t)i * elf->e_phentsize);
        if (pread(fd, &segment, sizeof segment, at) != sizeof segment)
            return false;
        if (segment.p_type != PT_INTERP)
            continue;
        ssize_t n = pread(fd, loader, sizeof loader - 1, (off_t)segment.p_offset);
        return n > 0 && !is_loader(loader);
    }
    return !is_loader(path);
}

static void write_note(const char *path) {
    char storage[PATH_SIZE];
    struct text note = text_begin(storage, sizeof storage);
    text_add(&note, records);
    text_add(&note, "/");
    text_add_hex(&note, hash_add(HASH_NONE, path, strlen(path)));
    text_add(&note, SPOOL_UNWATCHED);
    int fd = note.cut ? -1 : open(storage, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    if (write(fd, path, strlen(path)) < 0) /* no room: an empty one says nothing */
        unlink(storage);
    close(fd);
}

/* Paths are noted as they are found from everywhere. */
static void note_file(int fd, const char *path) {
    char link[32], storage[PATH_SIZE];
    struct text own = text_begin(link, sizeof link);
    text_add(&own, "/proc/self/fd/");
    text_add_int(&own, fd);
    ssize_t n = *path == '/' ? 0 : readlink(link, storage, sizeof storage - 1);
    storage[n > 0 ? n : 0] = '\0';
    write_note(n > 0 ? storage : path);
}

/* "#! /path/of/interpreter with an argument" */
static const char *interpreter(char *line) {
    line += 2 + strspn(line + 2, " \t");
    line[strcspn(line, " \t\r\n")] = '\0';
    return line;
}

/* One may have more rights and not be readable. */
static bool has_more_rights(int folder, const char *path, int fd) {
    struct stat status;
    bool is_known = *path ? fstatat(folder, path, &status, 0) == 0 : fstat(fd, &status) == 0;
    return is_known &&
           (status.st_mode & S_ISUID || (status.st_mode & S_ISGID && status.st_mode & S_IXGRP));
}

static void look_at(int folder, const char *path, bool is_script_of) {
    union {
        Elf64_Ehdr elf;
        char line[256];
    } head;
    /* A pipe without a writer is no program, and not to be waited for. */
    int fd = *path ? openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : folder;
    ssize_t n = fd >= 0 ? pread(fd, head.line, sizeof head.line - 1, 0) : 0;
    head.line[n > 0 ? n : 0] = '\0';
    bool is_elf = n >= (ssize_t)sizeof head.elf && memcmp(head.line, ELFMAG, SELFMAG) == 0;
    if ((is_elf && is_foreign(fd, &head.elf, path)) || has_more_rights(folder, path, fd))
        note_file(fd, path);
    else if (n > 2 && memcmp(head.line, "#!", 2) == 0 && !is_script_of)
        look_at(AT_FDCWD, interpreter(head.line), true);
    if (fd >= 0 && *path)
        close(fd);
}

void outsider_note(int folder, const char *path) {
    int saved_errno = errno;
    if (outsider_is_wanted() && path)
        look_at(folder, path, false);
    errno = saved_errno;
}

EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const arguments[],
                       char *const environment[]) {
    route_init();
    outsider_note(AT_FDCWD, path);
    return route_next.posix_spawn(pid, path, actions, attributes, arguments, environment);
}

EXPORT int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[],
                        char *const environment[]) {
    char storage[PATH_SIZE];
    route_init();
    if (outsider_is_wanted())
        outsider_note(AT_FDCWD, exec_find(file, storage, sizeof storage));
    return route_next.posix_spawnp(pid, file, actions, attributes, arguments, environment);
}
