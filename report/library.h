/* library: which library of library.def a file belongs to. The library in the process and the
 * program both ask; every function may be called from a signal handler. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_LIBRARY_H
#define REPORT_LIBRARY_H

#include <stdint.h>

/**
 * The row of library.def that a file belongs to, counted from 1; 0 for none.
 *
 * @path  whole, of a module or of Python's source
 */
uint8_t library_row(const char *path);

/** The library's name in a row, for ever; NULL for row 0. */
const char *library_name(unsigned row);

#endif
