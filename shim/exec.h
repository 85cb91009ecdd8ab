/* exec: the wrappers of exec and its kin, which have no other callers; and how they find a file. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_EXEC_H
#define SHIM_EXEC_H

#include "report/base/base.h"

/** As execvp() finds it: a name without a slash along PATH; NULL when it is not to be executed.
 * @return  file itself, or what was written to storage */
const char *exec_find(const char *file, char *storage, size_t size);

#endif
