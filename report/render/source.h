/* source: a look into the program's own source, where that is still there. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SOURCE_H
#define RENDER_SOURCE_H

/**
 * The line of a Python function's `def`, which CPython itself does not keep: a code object begins
 * with the function's first decorator.
 *
 * @folder  that a relative path stands in
 * @first   the line that the code object says
 * @return  first, where there is no decorator or the file cannot be read
 */
int source_def(const char *folder, const char *file, int first);

#endif
