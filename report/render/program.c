/* program: the file that a command runs. A script is what its interpreter is. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/program.h"

#include "report/render/store.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#define MOST_SCRIPTS 5

#if defined(__x86_64__)
#define OUR_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OUR_MACHINE EM_AARCH64
#endif

/* The beginning of a file, NUL-terminated. */
struct head {
    size_t length;
    char bytes[4096 + 1];
};

static void read_head(const char *path, struct head *head) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, head->bytes, sizeof head->bytes - 1) : -1;
    head->length = n > 0 ? (size_t)n : 0;
    head->bytes[head->length] = '\0';
    if (fd >= 0)
        close(fd);
}

/* 0, or the errno of why it is not to be executed. */
static int wrong_file(const char *path) {
    struct stat status;
    if (stat(path, &status))
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    return access(path, X_OK) ? errno : 0;
}

/* The first that can be executed; else the first that is there. */
static int search(const char *name, char path[PATH_MAX]) {
    const char *folders = getenv("PATH");
    int first_error = ENOENT;
    for (const char *folder = folders ? folders : "/bin:/usr/bin"; folder;) {
        size_t length = strcspn(folder, ":");
        const char *candidate =
            store_format("%.*s%s%s", (int)length, folder, length ? "/" : "./", name);
        int error = strlen(candidate) < PATH_MAX ? wrong_file(candidate) : ENAMETOOLONG;
        if (!error) {
            strcpy(path, candidate);
            return 0;
        }
        if (error != ENOENT && error != ENOTDIR && first_error == ENOENT)
            first_error = error;
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    return first_error;
}

static int look_up(const char *name, char path[PATH_MAX]) {
    if (!*name)
        return ENOENT;
    if (!strchr(name, '/'))
        return search(name, path);
    if (strlen(name) >= PATH_MAX)
        return ENAMETOOLONG;
    strcpy(path, name);
    return wrong_file(path);
}

/* The loader that an ELF file asks for, "" for none. */
static const char *interpreter_of(const struct head *head) {
    const Elf64_Ehdr *elf = (const void *)head->bytes;
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        size_t at = elf->e_phoff + (size_t)i * elf->e_phentsize;
        if (elf->e_phoff > sizeof head->bytes || at + sizeof(Elf64_Phdr) > head->length)
            return NULL;
        Elf64_Phdr segment;
        memcpy(&segment, head->bytes + at, sizeof segment);
        if (segment.p_type == PT_INTERP)
            return segment.p_offset < head->length ? head->bytes + segment.p_offset : NULL;
    }
    return "";
}

static const char *unwatched_elf(struct program *program, const char *path,
                                 const struct head *head) {
    const Elf64_Ehdr *elf = (const void *)head->bytes;
    program->refuses_preload = true;
    if (elf->e_ident[EI_CLASS] != ELFCLASS64 || elf->e_machine != OUR_MACHINE)
        return store_format("%s is built for another architecture than the library", path);
    const char *loader = interpreter_of(head);
    const char *slash = loader ? strrchr(loader, '/') : NULL;
    if (slash && strncmp(slash + 1, "ld-linux", strlen("ld-linux")))
        return store_format("%s is built for %s, not for glibc's loader", path,
                            strstr(slash, "musl") ? "musl" : loader);
    program->refuses_preload = false;
    if (loader && !*loader)
        return store_format("%s is linked statically", path);
    return NULL;
}

/* Programs that may do more than who starts them are started without anyone's library. */
static const char *unwatched_rights(const char *path) {
    struct stat status;
    struct statvfs mount;
    if (stat(path, &status) || statvfs(path, &mount) || mount.f_flag & ST_NOSUID)
        return NULL;
    if (status.st_mode & S_ISUID && status.st_uid != geteuid())
        return store_format("%s is set-user-id", path);
    if (status.st_mode & S_ISGID && status.st_mode & S_IXGRP && status.st_gid != getegid())
        return store_format("%s is set-group-id", path);
    if (geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0)
        return store_format("%s has capabilities", path);
    return NULL;
}

static void find_unwatched(struct program *program, const char *path, unsigned depth);

/* "#!/usr/bin/env -S python3 -u" is python3's. */
static void follow_script(struct program *program, const char *path, struct head *head,
                          unsigned depth) {
    char *line = head->bytes + 2, *words[3] = {NULL};
    line[strcspn(line, "\n")] = '\0';
    for (size_t i = 0; i < 3;) {
        char *word = strsep(&line, " \t\r");
        if (!word)
            break;
        if (*word && strcmp(word, "-S"))
            words[i++] = word;
    }
    if (!words[0])
        return;
    const char *name = strrchr(words[0], '/');
    char found[PATH_MAX];
    bool is_env = name && !strcmp(name + 1, "env") && words[1] && *words[1] != '-' &&
                  !strchr(words[1], '=') && !look_up(words[1], found);
    find_unwatched(program, is_env ? found : words[0], depth + 1);
    if (program->unwatched)
        program->unwatched = store_format("%s is a script of %s, but %s", path,
                                          is_env ? words[1] : words[0], program->unwatched);
}

static void find_unwatched(struct program *program, const char *path, unsigned depth) {
    struct head head;
    read_head(path, &head);
    bool is_script = head.length > 2 && !memcmp(head.bytes, "#!", 2);
    bool is_elf = head.length >= sizeof(Elf64_Ehdr) && !memcmp(head.bytes, ELFMAG, SELFMAG);
    if (is_script && depth < MOST_SCRIPTS)
        follow_script(program, path, &head, depth);
    if (is_elf)
        program->unwatched = unwatched_elf(program, path, &head);
    if (is_elf && !program->unwatched)
        program->unwatched = unwatched_rights(path);
}

void program_find(struct program *program, const char *name) {
    *program = (struct program){.status = 0};
    int error = look_up(name, program->path);
    if (error) {
        bool is_there = error != ENOENT && error != ENOTDIR;
        program->status = is_there ? 126 : 127;
        program->wrong = is_there || strchr(name, '/') ? strerror(error) : "command not found";
        return;
    }
    find_unwatched(program, program->path, 0);
}
