/* stages: sets up all stages but the shim, as it would in a process in which nothing is loaded or
 * looked up. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_STAGES_H
#define TESTS_UNIT_STAGES_H

#include <stdlib.h>

#include "hooks/hook.h"
#include "report/base/options.h"

static void *stages_find(const char *name) {
    return NULL;
}

static void stages_patch(uintptr_t address) {}

static void stages_ignore(void) {}

static bool stages_may_jump(void) {
    return false;
}

static void stages_refuse(const char *line) {
    abort(); /* the options below are right */
}

/** Once in a program. */
static void stages_begin(void) {
    static const struct hook_ops ops = {.resolve = stages_find,
                                        .open = stages_find,
                                        .patch_on_demand = stages_patch,
                                        .structures_began = stages_ignore,
                                        .rescan = stages_ignore,
                                        .may_jump = stages_may_jump,
                                        .halt = stages_ignore};
    static struct options options;
    options_parse(&options, "log_path=/dev/null:color=never:quiet=1:symbolize=off", stages_refuse);
    hook_init(&ops, &options.tracker, &options.report, "{}", "{}");
}

#endif
