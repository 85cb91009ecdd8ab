/* whose: whose code lies in a file: the user's, a library's that speaks Arrow itself, the system's,
 * the interpreter's, ours. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_WHOSE_H
#define RENDER_WHOSE_H

#include "report/render/process.h"

/** Only the user's is a place to send a reader to. */
enum owner {
    OWNER_USER,
    OWNER_LIBRARY,     /* a row of library.def */
    OWNER_SYSTEM,      /* libc, a language's own library, in its headers too */
    OWNER_INTERPRETER, /* the Python core, libffi: hidden, as Python frames stand in their places */
    OWNER_OURS         /* hidden */
};

struct whose {
    enum owner owner;
    const char *library; /* name in library.def, NULL elsewhere */
};

/** NULL is code of no module. */
const struct whose *whose_module(const struct module *module);

/** Is a source file of what a language's library leaves to be compiled into whoever uses it? */
bool whose_is_of_language(const char *file);

/** Is a source file of a library's that is compiled into whoever uses it? */
bool whose_is_of_library(const char *file);

const struct whose *whose_python(const char *file);

#endif
