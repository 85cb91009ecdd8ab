/* tidy: makes a column and releases it; its status is its argument. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "column.h"

int main(int argc, char **argv) {
    struct ArrowArray column;
    column_export(&column);
    column.release(&column);
    return argc > 1 ? atoi(argv[1]) : 0;
}
