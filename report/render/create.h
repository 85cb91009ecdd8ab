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

#endif
