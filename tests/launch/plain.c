/* plain: prints a line; "plain exec PROGRAM" is that program then. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    puts("plain");
    fflush(stdout);
    if (argc > 2 && !strcmp(argv[1], "exec"))
        execv(argv[2], argv + 2);
    return argc > 2;
}
