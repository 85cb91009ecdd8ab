/* A program that never shows a structure leaves no trace: no file, no line, its own status.
 *
 * expect: nothing
 * status: 5
 * reports: 0 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

int main(void) {
    puts("nothing to see");
    return 5;
}
