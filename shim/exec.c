/* exec: the program replaces itself by another one, which begins anew: what there is is written
 * first.
 *
 * After a successful exec nothing of ours runs any more, and before it nobody knows whether it will
 * succeed: a search along PATH by the program itself fails again and again. So the end is written
 * only when the file is there to be executed. Should exec fail all the same (memory, a bad format),
 * the process goes on and its real end is written later, over this one. Signals need nothing, see
 * signal.h. posix_spawn is no end: see outsider.c. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/exec.h"

#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/text.h"
#include "shim/disposition.h"
#include "shim/exit.h"
#include "shim/mask.h"
#include "shim/outsider.h"
#include "shim/route.h"

static bool is_executable(int folder, const char *path, int flags) {
    struct stat status;
    flags &= AT_EMPTY_PATH;
    return path && fstatat(folder, path, &status, flags) == 0 && S_ISREG(status.st_mode) &&
           faccessat(folder, path, X_OK, AT_EACCESS | flags) == 0;
}

const char *exec_find(const char *file, char *storage, size_t size) {
    if (!file || !*file || strchr(file, '/'))
        return is_executable(AT_FDCWD, file, 0) ? file : NULL;
    extern char **environ;
    const char *path = "/bin:/usr/bin";
    for (char **entry = environ; entry && *entry; entry++)
        if (strncmp(*entry, "PATH=", 5) == 0)
            path = *entry + 5;
    while (path) {
        size_t length = strcspn(path, ":");
        struct text candidate = text_begin(storage, size);
        text_add_bytes(&candidate, path, length);
        text_add(&candidate, length ? "/" : "./");
        text_add(&candidate, file);
        if (!candidate.cut && is_executable(AT_FDCWD, storage, 0))
            return storage;
        path = path[length] ? path + length + 1 : NULL;
    }
    return NULL;
}

/* It will be executed, if the kernel likes what is in it. */
static void before_start(int folder, const char *path) {
    if (exit_is_watched())
        exit_abruptly("exec", -1);
    outsider_note(folder, path);
}

static bool is_looked_at(void) {
    return outsider_is_wanted() || exit_is_watched();
}

/* The new program inherits what this one believes to block and to ignore. */
static void before_exec(void) {
    mask_give();
    disposition_give();
}

static int after_exec(int result) {
    int failed_errno = errno;
    disposition_take_back();
    mask_take_back();
    errno = failed_errno;
    return result;
}

EXPORT int execve(const char *path, char *const arguments[], char *const environment[]) {
    route_init();
    if (is_looked_at() && is_executable(AT_FDCWD, path, 0))
        before_start(AT_FDCWD, path);
    before_exec();
    return after_exec(route_next.execve(path, arguments, environment));
}

EXPORT int execv(const char *path, char *const arguments[]) {
    extern char **environ;
    return execve(path, arguments, environ);
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    char storage[4096];
    route_init();
    const char *path = is_looked_at() ? exec_find(file, storage, sizeof storage) : NULL;
    if (path)
        before_start(AT_FDCWD, path);
    before_exec();
    return after_exec(route_next.execvpe(file, arguments, environment));
}

EXPORT int execvp(const char *file, char *const arguments[]) {
    extern char **environ;
    return execvpe(file, arguments, environ);
}

EXPORT int fexecve(int fd, char *const arguments[], char *const environment[]) {
    route_init();
    if (is_looked_at() && is_executable(fd, "", AT_EMPTY_PATH))
        before_start(fd, "");
    before_exec();
    return after_exec(route_next.fexecve(fd, arguments, environment));
}

EXPORT int execveat(int folder, const char *path, char *const arguments[],
                    char *const environment[], int flags);
int execveat(int folder, const char *path, char *const arguments[], char *const environment[],
             int flags) {
    route_init();
    if (is_looked_at() && is_executable(folder, path, flags))
        before_start(folder, path);
    before_exec();
    return after_exec(route_next.execveat(folder, path, arguments, environment, flags));
}

/* The arguments of execl and its kin: those up to the NULL, as an array on the caller's stack. */
static size_t count(const char *first, va_list *rest) {
    size_t n = 0;
    for (const char *argument = first; argument; argument = va_arg(*rest, const char *))
        n++;
    return n;
}

static void gather(char **into, const char *first, size_t n, va_list *rest) {
    into[0] = (char *)first;
    for (size_t i = 1; i <= n; i++)
        into[i] = va_arg(*rest, char *);
}

#define GATHER(arguments, first, rest)                                                             \
    va_list rest;                                                                                  \
    va_start(rest, first);                                                                         \
    size_t n_##arguments = count(first, &rest);                                                    \
    va_end(rest);                                                                                  \
    char **arguments = alloca((n_##arguments + 1) * sizeof(char *));                               \
    va_start(rest, first);                                                                         \
    gather(arguments, first, n_##arguments, &rest)

EXPORT int execl(const char *path, const char *first, ...) {
    GATHER(arguments, first, rest);
    va_end(rest);
    return execv(path, arguments);
}

EXPORT int execlp(const char *file, const char *first, ...) {
    GATHER(arguments, first, rest);
    va_end(rest);
    return execvp(file, arguments);
}

EXPORT int execle(const char *path, const char *first, ...) {
    GATHER(arguments, first, rest);
    char **environment = va_arg(rest, char **);
    va_end(rest);
    return execve(path, arguments, environment);
}
