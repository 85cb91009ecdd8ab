/* create: files that we write: nobody else can read them, and no link leads us to them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_CREATE_H
#define RENDER_CREATE_H

#include <stdbool.h>

/**
 * A new file (mode 0600), or what is there and is none: a terminal, a fifo with a reader,
 * /dev/null, followed where links lead to them.
 *
 * @replaces  a file of ours that is there is emptied
 * @return    a descriptor, or -1 with errno set: EEXIST for any other file, or a link to one
 */
int create_file(const char *path, bool replaces);

/**
 * A file that will lie at a path and has no name yet: who looks there sees all of it or none, and
 * none is left of one that is never finished.
 *
 * @return  a descriptor, or -1 where there can be none (no folder, a file system that has no such
 *          files, something there that is no file): create_file() is the other way
 */
int create_aside(const char *path);

/** Its name, as create_file() would give it. 0, or -1 with errno set. */
int create_name(int fd, const char *path, bool replaces);

#endif
