/* launch: what a command needs to be watched: the library in front of LD_PRELOAD, the options, a
 * folder for the records. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LAUNCH_H
#define RENDER_LAUNCH_H

#include "report/base/options.h"

struct launch {
    const char *library; /* absolute */
    const char *folder;  /* of the records, absolute */
    bool is_temporary;   /* the folder goes with the end */
    char **environment;
};

/** The library of this installation, absolute; NULL when it is not there. */
const char *launch_library(void);

/** Find the library and make the folder, or take that of record_dir. NULL, or what is wrong. */
const char *launch_prepare(struct launch *launch, const struct options *options);

/** The environment; NULL, or what is wrong. @preload false: the program cannot have the library */
const char *launch_environment(struct launch *launch, const struct options *options, bool preload);

/** Remove the folder, if it is ours. */
void launch_clean(const struct launch *launch);

#endif
