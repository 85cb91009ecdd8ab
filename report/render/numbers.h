/* numbers: stacks and modules that a report speaks of, with ids that are unique over its processes.
 * Of one process they are the record's own. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_NUMBERS_H
#define RENDER_NUMBERS_H

#include "report/render/facts.h"
#include "report/render/tree.h"

struct numbers;

struct numbers *numbers_new(const struct tree *tree);

/** 0 for none. From here on it is one of the report's. */
int64_t numbers_stack(struct numbers *numbers, const struct process *process, int stack);

/** -1 for none; the same file is the same module in all processes. */
int64_t numbers_module(struct numbers *numbers, const struct module *module);

/** Does a finding speak of the object? */
bool numbers_is_in_finding(const struct numbers *numbers, const struct process *process,
                           const char *object);

/** The report's stacks, first come first; none may be added meanwhile. */
void numbers_each_stack(const struct numbers *numbers,
                        void (*take)(const struct process *process, int stack, int64_t number,
                                     void *context),
                        void *context);

void numbers_each_module(const struct numbers *numbers,
                         void (*take)(const struct module *module, void *context), void *context);

#endif
