/* plant: one fault of each check, committed on purpose by a process that `arrowdev-check selftest`
 * starts under the library: its own program with --plant=NAME. Routes are tried the same way: what
 * crosses by one must be seen. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PLANT_H
#define RENDER_PLANT_H

#include <stddef.h>

struct plant {
    const char *name; /* slug of the check, or the route, "slots" */
    void (*run)(void);
    const char *options;  /* that it needs, NULL for none */
    const char *declares; /* the file of the option `declare`, NULL for none */
};

/** The plant of a check or a route; NULL for none. */
const struct plant *plant_find(const char *name);

#endif
