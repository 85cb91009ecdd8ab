/* pyline: the line of an instruction, from the tables that Python's code objects carry. Knows no
 * object, only bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PYLINE_H
#define REPORT_PYLINE_H

#include "report/pylayout.h"

/** Bytes of a table, read one after the other. */
struct pyline_table {
    const unsigned char *at, *end;              /* what can be read now */
    bool (*refill)(struct pyline_table *table); /* at is end: get more; false, or NULL: no more */
};

/**
 * @first_line  line of the code's begin
 * @offset      of the instruction, in bytes; negative: none has run yet
 * @return its line; the first line when the table does not say
 */
uint32_t pyline_find(enum pylayout_lines form, struct pyline_table *table, int first_line,
                     long offset);

#endif
