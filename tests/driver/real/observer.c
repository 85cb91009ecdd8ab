/* observer: preloaded before the library: writes down each question to cuGetProcAddress, as the
 * program asks it, and whose function it was given.
 *
 * A line a question to the file ARROWDEV_OBSERVED: NAME VERSION FLAGS ours|theirs|none */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef int (*old_fn)(const char *, void **, int, unsigned long long);
typedef int (*new_fn)(const char *, void **, int, unsigned long long, void *);
typedef void *(*dlsym_fn)(void *, const char *);

static old_fn old_look_up;
static new_fn look_up;

static int asked_old(const char *name, void **found, int version, unsigned long long flags);
static int asked(const char *name, void **found, int version, unsigned long long flags, void *how);

static const char *whose(void *function) {
    Dl_info info;
    if (!function)
        return "none";
    if (!dladdr(function, &info))
        return "nobody's";
    return strstr(info.dli_fname, "libarrowdev_check.so") ? "ours" : "theirs";
}

static void note(const char *name, int version, unsigned long long flags, void *function) {
    char line[256];
    const char *path = getenv("ARROWDEV_OBSERVED");
    int length = snprintf(line, sizeof(line), "%s %d %llu %s\n", *name ? name : "-", version, flags,
                          whose(function));
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (fd < 0 || write(fd, line, (size_t)length) != length)
        abort();
    close(fd);
}

/* The look-up of itself leads to us again: each variant to its own. */
static void stand_before(const char *name, int version, void **found) {
    if (!*found || strcmp(name, "cuGetProcAddress") != 0)
        return;
    if (version >= 12000) {
        look_up = (new_fn)*found;
        *found = (void *)asked;
    } else {
        old_look_up = (old_fn)*found;
        *found = (void *)asked_old;
    }
}

static int asked_old(const char *name, void **found, int version, unsigned long long flags) {
    int result = old_look_up(name, found, version, flags);
    note(name, version, flags, result == 0 ? *found : NULL);
    if (result == 0)
        stand_before(name, version, found);
    return result;
}

static int asked(const char *name, void **found, int version, unsigned long long flags, void *how) {
    int result = look_up(name, found, version, flags, how);
    note(name, version, flags, result == 0 ? *found : NULL);
    if (result == 0)
        stand_before(name, version, found);
    return result;
}

/* What a module exports: the table of symbols ends where that of their names begins. */
static void *exported(const struct link_map *map, const char *name) {
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB)
            symbols = (const ElfW(Sym) *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB)
            names = (const char *)entry->d_un.d_ptr;
    }
    for (const ElfW(Sym) *at = symbols; (const char *)at < names; at++)
        if (at->st_shndx != SHN_UNDEF && strcmp(names + at->st_name, name) == 0)
            return (void *)(map->l_addr + at->st_value);
    return NULL;
}

/* That of the library, where it is preloaded after us; else libc's. A look-up of a version passes
 * by the library's, which has none. */
static dlsym_fn next_dlsym(void) {
    static dlsym_fn next;
    for (const struct link_map *map = _r_debug.r_map; map && !next; map = map->l_next)
        if (strstr(map->l_name, "libarrowdev_check.so"))
            next = (dlsym_fn)exported(map, "dlsym");
    if (!next)
        next = (dlsym_fn)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    return next;
}

/* The call is a jump where it leads on: the next one sees who has called. */
EXPORT void *dlsym(void *handle, const char *name) {
    if (strncmp(name, "cuGetProcAddress", 16) != 0)
        return next_dlsym()(handle, name);
    void *found = next_dlsym()(handle, name);
    if (!found)
        return NULL;
    note(name, 0, 0, found);
    stand_before("cuGetProcAddress", strcmp(name, "cuGetProcAddress") == 0 ? 11030 : 12000, &found);
    return found;
}
