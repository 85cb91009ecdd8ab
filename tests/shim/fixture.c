/* fixture: the function that the tests' only row is about. VALUE tells copies of it apart.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VALUE
#define VALUE 1
#endif

int fixture_value(void);
int fixture_free(void);

int fixture_value(void) {
    return VALUE;
}

int fixture_free(void) {
    return 10 + VALUE;
}
