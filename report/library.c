/* library: compares a file's path with the rows of library.def. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/library.h"

#include "report/base/package.h"
#include "report/base/text.h"

static const struct {
    const char *name, *pattern; /* NULL for a package */
} rows[] = {
#define LIBRARY(name, pattern) {name, pattern},
#define PACKAGE(name)          {name, NULL},
#define SOURCE(pattern)
#include "report/library.def"
#undef SOURCE
#undef PACKAGE
#undef LIBRARY
};

_Static_assert(LENGTH(rows) < UINT8_MAX, "a row is a byte, and so is one that is kept + 1");

uint8_t library_row(const char *path) {
    for (uint8_t i = 0; i < LENGTH(rows); i++)
        if (rows[i].pattern ? text_matches(rows[i].pattern, path) : package_has(rows[i].name, path))
            return (uint8_t)(i + 1);
    return 0;
}

const char *library_name(unsigned row) {
    return row > 0 ? rows[row - 1].name : NULL;
}
