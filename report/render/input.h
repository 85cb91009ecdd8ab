/* input: all bytes of a file or a pipe. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_INPUT_H
#define RENDER_INPUT_H

#include <stddef.h>

/** The bytes, which stay; NULL with errno set. A file's offset is neither used nor moved. */
const char *input_read(int fd, size_t *size);

#endif
