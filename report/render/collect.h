/* collect: the records of files and folders as one tree. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_COLLECT_H
#define RENDER_COLLECT_H

#include "report/render/tree.h"

/** Add a record, or all records of a folder; false, after a complaint, when one cannot be read. */
bool collect_path(struct tree *tree, const char *path);

/** Add the record of an open descriptor, which stays open. */
bool collect_descriptor(struct tree *tree, int fd, const char *name);

#endif
