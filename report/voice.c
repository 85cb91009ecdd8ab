/* voice: the first line, and any other. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/voice.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/text.h"
#include "report/header.h"

LOCK_DEFINE(voice_lock, LOCK_RECORD)

static struct descriptor at_start = {.fd = -1};

/* Under voice_lock. */
static char storage[8192];
static struct text line;
static struct descriptor kept = {.fd = -1};
static bool is_kept, is_silent;
static const struct report_options *options;

/* What a test runner caught the first structure's standard error in: a file without a name, read by
 * nobody once the host has its own again. */
static bool is_nameless(const struct descriptor *at) {
    struct stat status;
    return at->fd >= 0 && fstat(at->fd, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_nlink == 0;
}

/* Standard error is there for children, too. A file at its number that is closed on exec, or cannot
 * be written to, is data of a host that had closed its own; but Node.js has its children do without
 * the one it was started with. */
static bool is_data(int fd) {
    struct stat status;
    int flags = fcntl(fd, F_GETFD), mode = fcntl(fd, F_GETFL);
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    return (mode & O_ACCMODE) == O_RDONLY ||
           ((flags & FD_CLOEXEC) && !descriptor_is_ours(&at_start));
}

static struct descriptor standard_error(void) {
    if (is_data(STDERR_FILENO))
        return (struct descriptor){.fd = -1};
    return descriptor_of(STDERR_FILENO);
}

struct descriptor voice_descriptor(void) {
    struct descriptor now = standard_error();
    if (!is_kept || (now.fd >= 0 && is_nameless(&kept)))
        return now;
    struct descriptor at = kept;
    /* The host may have closed ours and still have the same file as its own. */
    if (at.fd >= 0 && !descriptor_is_ours(&at))
        at.fd = STDERR_FILENO;
    if (!descriptor_is_ours(&at))
        at.fd = -1;
    return at;
}

void voice_write(const char *bytes, size_t length) {
    struct descriptor at = voice_descriptor();
    if (is_silent)
        return;
    descriptor_write(&at, bytes, length);
}

void voice_say(const char *string) {
    if (lock_is_mine(&voice_lock))
        return;
    lock_acquire(&voice_lock);
    line = text_begin(storage, sizeof storage - 1);
    text_add_line(&line, string);
    line.data[line.length] = '\n';
    voice_write(line.data, line.length + 1);
    lock_release(&voice_lock);
}

/** A file's name as the option says it. */
static void add_pattern(const char *pattern) {
    for (; *pattern; pattern++) {
        bool is_special = pattern[0] == '%' && pattern[1] && strchr("ep%", pattern[1]);
        if (!is_special)
            text_add_bytes(&line, pattern, 1);
        else if (*++pattern == 'e')
            text_add(&line, header_exe_name());
        else if (*pattern == 'p')
            text_add_int(&line, getpid());
        else
            text_add(&line, "%");
    }
}

/** Where the renderer puts a report of this format, when that is a file. */
static void add_report_file(const char *name, const char *extension) {
    bool is_one_of_many = strchr(options->format, ',');
    if (!strstr(options->format, name) || (!options->log_path[0] && strcmp(name, "text") == 0))
        return;
    text_add(&line, ", report ");
    add_pattern(options->log_path[0] ? options->log_path : "arrowdev.%e.%p");
    if (is_one_of_many || !options->log_path[0]) {
        text_add(&line, ".");
        text_add(&line, extension);
    }
}

static void say_first_line(unsigned n_hooks, const char *runtimes) {
    line = text_begin(storage, sizeof storage);
    text_add(&line, "arrowdev_check " ARROWDEV_CHECK_VERSION " active in ");
    text_add(&line, header_exe_name());
    text_add(&line, " (pid ");
    text_add_int(&line, getpid());
    text_add(&line, "): ");
    if (n_hooks > 0) {
        text_add_uint(&line, n_hooks);
        text_add(&line, " hooks, ");
    }
    text_add(&line, runtimes);
#define FORMAT(name, extension, render) add_report_file(#name, extension);
#include "report/formats.def"
#undef FORMAT
    text_add(&line, "\n");
    voice_write(line.data, line.length);
}

void voice_init(void) {
    at_start = descriptor_of(STDERR_FILENO);
}

void voice_begin(const struct report_options *given, unsigned n_hooks, const char *runtimes,
                 bool speaks) {
    lock_acquire(&voice_lock);
    is_silent = !speaks;
    options = given;
    kept = standard_error();
    if (kept.fd >= 0)
        kept = descriptor_keep(STDERR_FILENO);
    is_kept = true;
    if (!options->quiet)
        say_first_line(n_hooks, runtimes);
    lock_release(&voice_lock);
}
