/* demangle: names of C++ and Rust functions as their authors write them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/demangle.h"

#include "report/render/store.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

const char *demangle_function(const char *symbol) {
    /* Rust's older mangling is a C++ one with a hash at its end: ask Rust first. */
    char *name = rust_demangle(symbol, 0);
    if (!name)
        name = cplus_demangle_v3(symbol, 0);
    const char *kept = store_string(name ? name : symbol);
    free(name);
    return kept;
}

/* f<int, g<char>>::h -> f<..>::h; operators whose names hold angle brackets are left alone. */
static void drop_arguments(char *name) {
    char *to = name;
    unsigned depth = 0;
    for (const char *from = name; *from; from++) {
        if (*from == '>' && depth && from[-1] != '-' && --depth == 0) {
            memcpy(to, "..", 2);
            to += 2;
        }
        if (!depth)
            *to++ = *from;
        if (*from == '<' && from > name && from[1] && from[2])
            depth++;
    }
    *to = 0;
}

const char *demangle_shorten(const char *name, size_t width) {
    if (strlen(name) <= width)
        return name;
    char *shorter = store_string(name);
    if (!strstr(name, "operator"))
        drop_arguments(shorter);
    size_t length = strlen(shorter);
    if (length > width && width > 2) {
        shorter += length - width;
        memcpy(shorter, "..", 2);
    }
    return shorter;
}
