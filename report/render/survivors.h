/* survivors: processes of a run that are still there after its command: those that have its folder
 * in their environment. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SURVIVORS_H
#define RENDER_SURVIVORS_H

#include <stddef.h>
#include <sys/types.h>

/** How many there are; the first of them go into pids. */
size_t survivors_find(const char *folder, pid_t *pids, size_t most);

/** "etl (pid 4711)"; the result stays. */
const char *survivors_person(pid_t pid);

#endif
