/* row: what the rows of rows/ are turned into: a table entry, an entry point for each real function
 * behind the name, and what a call of it does.
 *
 * Functions that a user declares stand in the same tables, behind the ones that are built in. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROW_H
#define HOOKS_ROW_H

#include "hooks/call.h"
#include "hooks/hook.h"

/** Rows there is room for, declared ones among them. */
#define ROW_MOST 1024

extern struct hook_row row_table[ROW_MOST];
extern struct call_form row_forms[ROW_MOST];
/** Rows in use; grows only while declarations are read. */
extern unsigned row_count;

/** Make the rows known by name; before any look-up. @isolates  those of touch.h too, @is_threaded
 * those of meet.h */
void row_init(bool isolates, bool is_threaded);

/** Add a row behind the others. NULL when there is no room. Set-up only. */
struct hook_row *row_add(const struct hook_row *row, const struct call_form *form);

/** The first row of a name, NULL when it has none. */
struct hook_row *row_find(const char *name);

#endif
