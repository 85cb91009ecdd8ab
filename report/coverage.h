/* coverage: how much was watched in a way that an option asks for, for the record's last line. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "report/base/base.h"

/** What consumers were given copies of (isolate). */
struct coverage {
    const char *mode; /* as the option says it */
    uint64_t arrays, bytes;
    unsigned n_left, n_verified;
    struct {
        const char *why; /* "without a schema" */
        uint64_t arrays;
    } left[12];
    struct {
        const char *producer; /* a module's name */
        uint64_t arrays, bytes;
    } verified[32];
};

#endif
