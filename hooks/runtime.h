/* runtime: the adapters of device runtimes: each is a folder here, built where its header is found.
 *
 * An adapter FOLDER defines FOLDER_init(), called once before any look-up, FOLDER_limit(), what of
 * it was not seen (NULL: nothing), and FOLDER_version(), 1000 * major + 10 * minor or 0 for not
 * known; the last may call the runtime. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_RUNTIME_H
#define HOOKS_RUNTIME_H

#include "hooks/hook.h"
#include "report/base/text.h"

void runtime_init(const struct hook_ops *ops);

/** Adds "CUDA 13.0 found", "CUDA not watched", "no CUDA": for the first line. */
void runtime_words(struct text *text);

/** Adds to the report's limits, of which there are n; returns how many there are then. */
unsigned runtime_limits(const char **limits, unsigned n, unsigned most);

#endif
