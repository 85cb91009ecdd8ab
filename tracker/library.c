/* library: compares a module's path with the patterns of report/library.def. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/library.h"

#include "report/module.h"

static const struct {
    const char *name, *pattern;
} rows[] = {
#define LIBRARY(name, pattern) {name, pattern},
#include "report/library.def"
#undef LIBRARY
};

bool library_fits(const char *pattern, const char *text) {
    const char *star = NULL, *retry = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

const char *library_of(int id) {
    const struct module *module = module_get(id);
    for (unsigned i = 0; module && i < LENGTH(rows); i++)
        if (library_fits(rows[i].pattern, module->path))
            return rows[i].name;
    return NULL;
}
