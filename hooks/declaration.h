/* declaration: one line in which a user says what a function of his own hands over.
 *
 *   [module.so:]function   role(argument:kind, ...) ...      # comment
 *
 * gives(2:array, 3:schema)       filled when the function returns 0 as int
 * gives(ret:array)               what it returns, when that is not NULL; gives!(...) counts always
 * gives(2:stream, from:1)        came from the handle in argument 1, which may not be closed before
 *                                a use; of:1: nothing that it gave may outlive the handle
 * takes(1:array) peeks(2:schema) ownership goes to the callee; is only read
 * closes(1)                      ends what the handle in argument 1 gave
 *
 * An argument is 1 to 6, counted over integer and pointer arguments, or ret; `*` before a kind: it
 * points to the pointer. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_DECLARATION_H
#define HOOKS_DECLARATION_H

#include "hooks/call.h"

struct declaration {
    const char *module;   /* NULL: of any; both strings live in our arena for ever */
    const char *function; /* NULL: the line is empty */
    struct call_form form;
};

/** What is wrong with a line. */
struct declaration_error {
    unsigned column; /* from 1 */
    char what[160];  /* "expected a kind (array, ...), found 'arrey'; did you mean 'array'?" */
};

/** Read a line. False: there is an error, and nothing else. */
bool declaration_read(const char *line, size_t length, struct declaration *declaration,
                      struct declaration_error *error);

#endif
