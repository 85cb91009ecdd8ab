/* program: the file that a command runs, and whether the library can be in it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PROGRAM_H
#define RENDER_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

struct program {
    char path[PATH_MAX];
    int status;            /* 0; 127: not found, 126: not to be executed, as a shell says it */
    const char *wrong;     /* why not, NULL when status is 0 */
    const char *unwatched; /* why the library cannot be in it, one sentence; NULL when it can */
    bool refuses_preload;  /* its loader would complain of our library, or not start it */
};

/** As execvp() would find it: along PATH where the name has no slash. */
void program_find(struct program *program, const char *name);

#endif
