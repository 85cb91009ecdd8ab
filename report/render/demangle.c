/* demangle: names of C++ and Rust functions as their authors write them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/demangle.h"

#include "report/render/store.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

/* "7pyarrow_3lib_11RecordBatch_49_export_to_c": names with their lengths, then a running number and
 * the function's own name. */
static char *cython_name(const char *symbol) {
    static const char *const prefixes[] = {"__pyx_pw_", "__pyx_pf_", "__pyx_f_"};
    const char *from = NULL;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !from; i++)
        if (!strncmp(symbol, prefixes[i], strlen(prefixes[i])))
            from = symbol + strlen(prefixes[i]);
    if (!from)
        return NULL;
    char *name = store_string(from), *to = name, *end;
    for (;;) {
        size_t length = strtoul(from, &end, 10);
        if (end == from || strlen(end) <= length || end[length] != '_' || !length)
            break;
        to = mempcpy(to, end, length);
        *to++ = '.';
        from = end + length + 1;
    }
    strcpy(to, from + strspn(from, "0123456789"));
    return to > name && *to ? name : NULL;
}

const char *demangle_function(const char *symbol) {
    /* Rust's older mangling is a C++ one with a hash at its end: ask Rust first. */
    char *name = rust_demangle(symbol, 0);
    if (!name)
        name = cplus_demangle_v3(symbol, 0);
    const char *kept = name ? name : symbol, *cython = cython_name(kept);
    kept = cython ? cython : store_string(kept);
    free(name);
    return kept;
}

/* f<int, g<char>>::h -> f<..>::h; a name whose brackets do not match stays as it is. */
static char *without_arguments(const char *name) {
    char *shorter = store_new(2 * strlen(name) + 1), *to = shorter; /* <> gets longer */
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
        while (((unsigned char)shorter[2] & 0xc0) == 0x80) /* within a character */
            shorter++;
        memcpy(shorter, "..", 2);
    }
    return shorter;
}
