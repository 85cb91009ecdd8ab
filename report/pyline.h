/* pyline: the line of an instruction, from the tables that Python's code objects carry. Knows no
 * object, only bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PYLINE_H
#define REPORT_PYLINE_H

#include "report/pylayout.h"

/**
 * @table        bytes of the table, read one after the other
 * @next         its next byte, -1 at its end
 * @first_line   line of the code's begin
 * @offset       of the instruction, in bytes; negative: none has run yet
 * @return its line; the first line when the table does not say
 */
uint32_t pyline_find(enum pylayout_lines form, int (*next)(void *table), void *table,
                     int first_line, long offset);

#endif
