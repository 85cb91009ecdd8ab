/* launch: what a command needs to be watched. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/launch.h"

#include "report/render/store.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIBRARY     "libarrowdev_check.so"
#define PRELOAD     "LD_PRELOAD"
#define OPTIONS     "ARROWDEV_CHECK_OPTIONS"
#define OPTIONS_MAX 65536

/* Beside the program, or where an installation puts it. */
const char *launch_library(void) {
    static const char *const places[] = {"/" LIBRARY, "/../lib/" LIBRARY};
    char self[PATH_MAX] = "";
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash = n > 0 ? strrchr(self, '/') : NULL;
    for (size_t i = 0; slash && i < LENGTH(places); i++) {
        *slash = '\0';
        char *path = realpath(store_format("%s%s", self, places[i]), NULL);
        if (path)
            return path;
    }
    return NULL;
}

static bool has_records(const char *path) {
    DIR *folder = opendir(path);
    bool is_found = false;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        is_found = is_found || (dot && !strcmp(dot, ".jsonl"));
    }
    if (folder)
        closedir(folder);
    return is_found;
}

static const char *given_folder(struct launch *launch, const char *path) {
    if (mkdir(path, 0700) && errno != EEXIST)
        return store_format("record_dir: %s: %s", path, strerror(errno));
    launch->folder = realpath(path, NULL);
    if (!launch->folder || access(launch->folder, W_OK))
        return store_format("record_dir: %s: %s", path, strerror(errno));
    if (has_records(launch->folder))
        return store_format("record_dir: %s holds the records of another run", path);
    return NULL;
}

static const char *own_folder(struct launch *launch) {
    const char *above = getenv("TMPDIR");
    char *path = store_format("%s/arrowdev.XXXXXX", above && *above == '/' ? above : "/tmp");
    if (!mkdtemp(path))
        return store_format("no folder for the records: %s: %s", path, strerror(errno));
    /* A program of root's may go on as somebody else. */
    if (geteuid() == 0)
        chmod(path, 01733);
    launch->folder = path;
    launch->is_temporary = true;
    return NULL;
}

const char *launch_prepare(struct launch *launch, const struct options *options) {
    *launch = (struct launch){.library = launch_library()};
    if (!launch->library)
        return LIBRARY " lies neither beside arrowdev-check nor in ../lib";
    const char *given = options->report.record_dir;
    return *given ? given_folder(launch, given) : own_folder(launch);
}

/* The loader takes a list with blanks and colons between: a path that has some goes by a link. */
static const char *preloadable(const struct launch *launch) {
    if (!strpbrk(launch->library, ": \t\n"))
        return launch->library;
    const char *link = store_format("%s/" LIBRARY, launch->folder);
    bool is_made = !symlink(launch->library, link) || errno == EEXIST;
    return is_made && !strpbrk(link, ": \t\n") ? link : NULL;
}

static bool is_variable(const char *variable, const char *name) {
    size_t length = strlen(name);
    return !strncmp(variable, name, length) && variable[length] == '=';
}

static const char *write_options(const struct launch *launch, const struct options *options,
                                 const char **value) {
    char *storage = store_new(OPTIONS_MAX);
    struct text text = text_begin(storage, OPTIONS_MAX);
    const char *quote = strchr(launch->folder, '\'') ? "\"" : "'";
    if (!options_write(options, &text) || strstr(launch->folder, quote))
        return "an option's value has both kinds of quotes, or is too long";
    text_add(&text, text.length ? ":record_dir=" : "record_dir=");
    text_add(&text, quote);
    text_add(&text, launch->folder);
    text_add(&text, quote);
    *value = storage;
    return NULL;
}

const char *launch_environment(struct launch *launch, const struct options *options, bool preload) {
    extern char **environ;
    const char *value = NULL, *before = getenv(PRELOAD);
    const char *wrong = write_options(launch, options, &value);
    const char *library = wrong ? NULL : preloadable(launch);
    size_t n = 0;
    if (wrong)
        return wrong;
    if (!library)
        return store_format("%s: LD_PRELOAD takes no path with blanks or colons", launch->library);
    for (char **variable = environ; *variable; variable++)
        if (!is_variable(*variable, OPTIONS) && !(preload && is_variable(*variable, PRELOAD)))
            STORE_ADD(launch->environment, n) = *variable;
    STORE_ADD(launch->environment, n) = store_format(OPTIONS "=%s", value);
    if (preload)
        STORE_ADD(launch->environment, n) = store_format(
            PRELOAD "=%s%s%s", library, before && *before ? ":" : "", before ? before : "");
    STORE_ADD(launch->environment, n) = NULL;
    return NULL;
}

void launch_clean(const struct launch *launch) {
    DIR *folder = launch->is_temporary ? opendir(launch->folder) : NULL;
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));)
        unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(launch->folder);
}
