/* lines: a record's file line by line, and again the line at an offset; never all of it at once.
 *
 * A file that grows or is cut meanwhile does no harm. A line longer than LINES_LONGEST is none of
 * ours and is passed over. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LINES_H
#define RENDER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINES_LONGEST (16u << 20)

struct lines; /* one file */

struct line {
    const char *text; /* without its newline, until the next call; NULL when it was too long */
    size_t length;
    uint64_t offset; /* in the file */
    uint64_t number; /* from 1 */
    bool is_whole;   /* its newline is there */
};

/**
 * The lines of a file, or of a pipe, which is copied first.
 *
 * @fd    a file's offset is neither used nor moved; the caller keeps it open when path is NULL
 * @path  where it can be opened again, NULL for nowhere
 * @return NULL with errno set
 */
struct lines *lines_open(int fd, const char *path);

/**
 * The next line, from the first on; what was added to the file since comes too.
 *
 * @is_end  nothing will be added: a last line without its newline comes as well, each time
 * @return  false: there is none
 */
bool lines_next(struct lines *lines, struct line *line, bool is_end);

/** The line that begins at an offset; NULL when it cannot be read. */
const char *lines_at(struct lines *lines, uint64_t offset, size_t *length);

#endif
