/* library: which modules belong to Arrow libraries whose own caches are no verdict on a program. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_LIBRARY_H
#define TRACKER_LIBRARY_H

#include "report/base/base.h"

/** The library's name in report/library.def, of a module by its id; NULL for all others. */
const char *library_of(int module);

/** The same of a file, a module's or Python's, by its path. */
const char *library_of_path(const char *path);

/** A pattern with `*` for any run of characters fits the whole text. */
bool library_fits(const char *pattern, const char *text);

#endif
