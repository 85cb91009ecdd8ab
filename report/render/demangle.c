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

/* f<int, g<char>>::h -> f<..>::h; a name whose brackets do not match stays as it is. */
static char *without_arguments(const char *name) {
    char *shorter = store_string(name), *to = shorter;
    unsigned depth = 0;
    for (const char *from = name; *from; from++) {
        if (*from == '>' && depth && from[-1] != '-' && --depth == 0) {
            memcpy(to, "..", 2);
            to += 2;
        }
        if (!depth)
            *to++ = *from;
        if (*from == '<' && from > name) /* Rust's <Type as Trait>::f begins with one */
            depth++;
    }
    *to = 0;
    return depth ? store_string(name) : shorter;
}

const char *demangle_shorten(const char *name, size_t width) {
    if (strlen(name) <= width)
        return name;
    /* The brackets of operator<< and its kin are no brackets. */
    char *shorter = strstr(name, "operator") ? store_string(name) : without_arguments(name);
    size_t length = strlen(shorter);
    if (length > width && width > 2) {
        shorter += length - width;
        memcpy(shorter, "..", 2);
    }
    return shorter;
}
