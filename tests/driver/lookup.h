/* lookup: the table that names.py makes from the headers: every function of the driver, dated. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_LOOKUP_H
#define TESTS_DRIVER_LOOKUP_H

#include <stdbool.h>

struct lookup_name {
    const char *base; /* what cuGetProcAddress is asked for */
    int since;        /* CUDA version: 1000 * major + 10 * minor */
    bool is_per_thread;
    void *function;
};

/** Ends with a row whose base is NULL. */
extern const struct lookup_name lookup_names[];

#endif
