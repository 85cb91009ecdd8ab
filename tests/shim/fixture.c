/* fixture: the function that the tests' only row is about. VALUE tells copies of it apart.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VALUE
#define VALUE 1
#endif

#include <unistd.h>

int fixture_value(void);
int fixture_free(void);

/* A file that asks for versions has a table of them, where its own names have none. */
pid_t (*fixture_asks)(void) = getpid;

int fixture_value(void) {
    return VALUE;
}

int fixture_free(void) {
    return 10 + VALUE;
}
