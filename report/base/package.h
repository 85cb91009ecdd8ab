/* package: tells an installed Python package from a folder of the user's that has its name.
 *
 * Every function may be called from a signal handler; each folder is looked into once. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_PACKAGE_H
#define REPORT_BASE_PACKAGE_H

#include "report/base/base.h"

/**
 * Does a file belong to the package of a name: it lies in a folder of that name, and that where
 * packages are installed (`*-packages`, or beside a `*.dist-info`, as `pip install --target` leaves
 * it), or is a compiled module in there?
 *
 * @path  whole, of a module or of Python's source
 */
bool package_has(const char *name, const char *path);

#endif
