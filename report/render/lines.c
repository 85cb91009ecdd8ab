/* lines: one window for all files, moved along; one file is open at a time, as the records of a run
 * are many. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/lines.h"

#include "report/render/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP (64u * 1024) /* read at a time when line follows line */
#define LOOK (4u * 1024)  /* for one line somewhere */

struct lines {
    const char *path;      /* NULL: fd stays open */
    int fd;                /* -1: not open now */
    uint64_t next, number; /* the line that comes next */
};

/* What the window shows, and the one file with a path that is open. */
static struct {
    struct lines *of;
    char *bytes;
    size_t size, length;
    uint64_t begin; /* its place in the file */
} window;
static struct lines *opened;

static int descriptor_of(struct lines *lines) {
    if (lines->fd >= 0)
        return lines->fd;
    if (opened)
        close(opened->fd), opened->fd = -1;
    lines->fd = open(lines->path, O_RDONLY | O_CLOEXEC);
    opened = lines->fd >= 0 ? lines : NULL;
    return lines->fd;
}

/* A pipe's bytes in a file without a name. */
static int copy_of(int pipe) {
    char buffer[STEP];
    ssize_t n;
    FILE *file = tmpfile();
    if (!file)
        return -1;
    int copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    while ((n = read(pipe, buffer, sizeof buffer)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 || fwrite(buffer, 1, (size_t)n, file) != (size_t)n)
            break;
    }
    bool is_done = n == 0 && !fflush(file);
    fclose(file);
    return is_done ? copy : -1;
}

struct lines *lines_open(int fd, const char *path) {
    struct stat status;
    if (fstat(fd, &status))
        return NULL;
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    bool is_file = S_ISREG(status.st_mode);
    struct lines *lines = store_new(sizeof *lines);
    *lines = (struct lines){.path = is_file ? store_string(path) : NULL, .fd = -1};
    if (!lines->path)
        lines->fd = is_file ? fd : copy_of(fd);
    return lines->path || lines->fd >= 0 ? lines : NULL;
}

static void make_room(size_t size) {
    if (window.size >= size)
        return;
    window.size = 2 * size;
    window.bytes = realloc(window.bytes, window.size);
    if (!window.bytes)
        store_fail();
}

static bool shows(const struct lines *lines, uint64_t offset) {
    return window.of == lines && offset >= window.begin && offset < window.begin + window.length;
}

/* The window begins at an offset and shows `step` bytes more than it did; false: there are none. */
static bool look(struct lines *lines, uint64_t offset, size_t step) {
    size_t skipped = shows(lines, offset) ? (size_t)(offset - window.begin) : window.length;
    size_t left = window.length - skipped;
    make_room(left + step);
    memmove(window.bytes, window.bytes + skipped, left);
    window.of = lines;
    window.begin = offset;
    window.length = left;
    int fd = descriptor_of(lines);
    ssize_t n;
    do
        n = fd >= 0 ? pread(fd, window.bytes + left, step, (off_t)(offset + left)) : 0;
    while (n < 0 && errno == EINTR);
    window.length += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* The line at an offset, in the window; *is_whole tells whether its newline is there. */
static const char *line_at(struct lines *lines, uint64_t offset, size_t step, size_t *length,
                           bool *is_whole) {
    *length = 0;
    *is_whole = false;
    if (!shows(lines, offset) && !look(lines, offset, step))
        return NULL;
    for (size_t searched = 0;;) {
        const char *text = window.bytes + (offset - window.begin);
        size_t there = (size_t)(window.bytes + window.length - text);
        const char *end = memchr(text + searched, '\n', there - searched);
        *is_whole = end != NULL;
        *length = end ? (size_t)(end - text) : there;
        searched = there;
        if (end || there > LINES_LONGEST || !look(lines, offset, step))
            return window.bytes + (offset - window.begin);
    }
}

/* The length of a line that is too long to look at. */
static uint64_t length_of(struct lines *lines, uint64_t offset, bool *is_whole) {
    uint64_t at = offset;
    size_t length;
    do {
        line_at(lines, at, STEP, &length, is_whole);
        at += length;
    } while (!*is_whole && length > LINES_LONGEST);
    return at - offset;
}

bool lines_next(struct lines *lines, struct line *line, bool is_end) {
    *line = (struct line){.offset = lines->next, .number = lines->number + 1};
    line->text = line_at(lines, lines->next, STEP, &line->length, &line->is_whole);
    if (line->length > LINES_LONGEST) {
        line->text = NULL;
        line->length = length_of(lines, line->offset, &line->is_whole);
    }
    if (line->is_whole) {
        lines->next = line->offset + line->length + 1;
        lines->number++;
    }
    return line->is_whole || (is_end && line->length);
}

const char *lines_at(struct lines *lines, uint64_t offset, size_t *length) {
    bool is_whole;
    const char *text = line_at(lines, offset, LOOK, length, &is_whole);
    return *length && *length <= LINES_LONGEST ? text : NULL;
}
