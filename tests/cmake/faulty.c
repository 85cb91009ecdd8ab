/* faulty: releases a column twice. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

int main(void) {
    struct ArrowArray column, copy;
    column_export(&column);
    copy = column;
    column.release(&column);
    copy.release(&copy);
    return 0;
}
