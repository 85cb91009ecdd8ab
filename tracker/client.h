/* client: who had an Arrow library act, and what such a library is: one whose own caches are no
 * verdict on a program. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CLIENT_H
#define TRACKER_CLIENT_H

#include "report/stack.h"

/** The library's name in report/library.def, of a module by its id; NULL for all others. */
const char *client_library(int module);

/**
 * Who had a library act: an integer given to pyarrow's _export_to_c by a program's own Python, or a
 * method of it called by another extension. The library itself holds nothing and decides nothing.
 *
 * @actor   the module that called, returned as it is when it is no library of library.def
 * @return  a module id, -1 for the user's own Python (the innermost Python frame of the stack)
 */
int client_of(stack_id stack, int actor);

/** The innermost frame outside of all libraries and of the system, or NULL. */
const struct stack_frame *client_frame(stack_id stack);

#endif
