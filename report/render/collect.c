/* collect: the records of files and folders as one tree. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/collect.h"

#include "report/render/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void complain(const char *complaint) {
    fprintf(stderr, "arrowdev_check: record: %s\n", complaint);
}

static bool fail(const char *path, const char *why) {
    fprintf(stderr, "arrowdev_check: error: %s: %s\n", path, why);
    return false;
}

static bool add(struct tree *tree, int fd, const char *path, const char *name) {
    struct process *process = process_open(fd, path, name, complain);
    bool is_read = process && process_rest(process);
    if (is_read)
        tree_add(tree, process);
    return is_read;
}

bool collect_descriptor(struct tree *tree, int fd, const char *name) {
    return add(tree, fd, NULL, name);
}

static bool one_file(struct tree *tree, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(path, strerror(errno));
    bool is_read = add(tree, fd, path, path);
    close(fd);
    return is_read;
}

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && !(dot && !strcmp(dot, ".live"));
}

static bool one_folder(struct tree *tree, const char *path) {
    struct dirent **entries;
    bool is_read = true, is_empty = true;
    int n = scandir(path, &entries, is_record, alphasort);
    for (int i = 0; i < n; i++) {
        if (tree_add_note(tree, path, entries[i]->d_name))
            continue;
        const char *file = store_format("%s/%s", path, entries[i]->d_name);
        is_read = collect_path(tree, file) && is_read;
        is_empty = false;
    }
    if (is_empty)
        return fail(path, n < 0 ? strerror(errno) : "no record in this folder");
    return is_read;
}

bool collect_path(struct tree *tree, const char *path) {
    struct stat status;
    bool is_folder = !stat(path, &status) && S_ISDIR(status.st_mode);
    return is_folder ? one_folder(tree, path) : one_file(tree, path);
}
