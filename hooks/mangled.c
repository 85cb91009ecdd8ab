/* mangled: reads _Z names as far as needed to tell "pointer to const" from the rest. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/mangled.h"

#include <stddef.h>

/* Each of these goes behind what it read, or gives NULL for what it does not know. */
static const char *skip_type(const char *at);

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *skip_source_name(const char *at) {
    unsigned length = 0;
    while (is_digit(*at))
        length = length * 10 + (unsigned)(*at++ - '0');
    for (; length; length--)
        if (!*at++)
            return NULL;
    return at;
}

/* S_, S0_, T_, T0_ */
static const char *skip_substitution(const char *at) {
    for (at++; *at && *at != '_'; at++)
        if (!is_digit(*at) && !(*at >= 'A' && *at <= 'Z'))
            return NULL;
    return *at ? at + 1 : NULL;
}

static const char *skip_arguments(const char *at) {
    for (at++; at && *at && *at != 'E';)
        if (*at == 'L') { /* a literal: type and digits */
            at = skip_type(at + 1);
            while (at && *at && *at != 'E')
                at++;
            at = at && *at ? at + 1 : NULL;
        } else {
            at = skip_type(at);
        }
    return at && *at ? at + 1 : NULL;
}

static const char *skip_nested(const char *at) {
    for (at++; at && *at && *at != 'E';)
        if (is_digit(*at))
            at = skip_source_name(at);
        else if (*at == 'I')
            at = skip_arguments(at);
        else if (*at == 'S' || *at == 'T')
            at = at[1] == 't' ? at + 2 : skip_substitution(at);
        else
            at = NULL;
    return at && *at ? at + 1 : NULL;
}

static const char *skip_type(const char *at) {
    while (*at == 'P' || *at == 'K' || *at == 'R' || *at == 'V' || *at == 'O' || *at == 'r')
        at++;
    if (is_digit(*at))
        at = skip_source_name(at);
    else if (*at == 'N')
        return skip_nested(at);
    else if (*at == 'S' || *at == 'T')
        at = skip_substitution(at);
    else
        return *at >= 'a' && *at <= 'z' && *at != 'u' ? at + 1 : NULL;
    return at && *at == 'I' ? skip_arguments(at) : at;
}

/* Behind the function's name; templates name a result first. */
static const char *find_parameters(const char *name) {
    if (name[0] != '_' || name[1] != 'Z')
        return NULL;
    const char *at = name + 2;
    bool is_template = false;
    if (*at == 'N') {
        at = skip_nested(at);
        is_template = at && at[-2] == 'E';
    } else if (is_digit(*at)) {
        at = skip_source_name(at);
        is_template = at && *at == 'I';
        at = is_template ? skip_arguments(at) : at;
    } else {
        return NULL;
    }
    return at && is_template ? skip_type(at) : at;
}

struct mangled mangled_read(const char *name) {
    struct mangled found = {0};
    const char *at = find_parameters(name);
    for (unsigned i = 0; at && *at && i < 64; i++) {
        bool is_pointer = at[0] == 'P', is_constant = at[1] == 'K';
        at = skip_type(at);
        if (at && is_pointer)
            found.pointers |= 1ull << i;
        if (at && is_pointer && is_constant)
            found.constants |= 1ull << i;
    }
    found.is_complete = at;
    return found;
}
