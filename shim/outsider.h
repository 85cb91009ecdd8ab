/* outsider: a program that is about to be started, and that the library cannot be in: linked
 * statically, for another loader, or with more rights. Who gathers the records names it.
 *
 * Only where records are gathered (record_dir). Writes nothing but a file there: a child of vfork
 * may come here too. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_OUTSIDER_H
#define SHIM_OUTSIDER_H

#include "report/base/base.h"

/** Once. @record_dir  stays valid; "" for none */
void outsider_init(const char *record_dir);

/** Are programs to be looked at? */
bool outsider_is_wanted(void);

/** Look at the file that an execveat() with these arguments would start; folder is AT_FDCWD where
 * the others take a path. Nothing where it is like any other program, or is noted already. */
void outsider_note(int folder, const char *path);

#endif
