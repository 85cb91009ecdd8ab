/* trial: a short program started under the library of this installation, and the records that it
 * and its children left: what `arrowdev-check selftest` looks at. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_TRIAL_H
#define RENDER_TRIAL_H

#include "report/render/tree.h"

struct trial {
    char *const *argv;    /* argv[0] is looked up in PATH */
    const char *options;  /* as in ARROWDEV_CHECK_OPTIONS, NULL for none */
    const char *declares; /* text of a file for `declare`, NULL for none */
    /* What came of it: */
    struct tree tree;
    const char *wrong; /* NULL, or why there is nothing in the tree */
    int status;        /* as waitpid() gives it */
    char output[1024]; /* what it printed, the beginning */
};

/** Run it to its end, ten seconds at most. Its standard error is not shown. */
void trial_run(struct trial *trial);

/** The first finding of a check, NULL for none. */
const struct finding *trial_finding(const struct trial *trial, const char *slug);

/** Structures that were seen, in all its processes. */
int64_t trial_seen(const struct trial *trial);

/** A member of the environment in the first header, NULL for none: "unwinder". */
const char *trial_environment(const struct trial *trial, const char *name);

#endif
