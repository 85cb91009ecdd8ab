/* chosen: the fixture as an indirect function, whose address a resolver chooses at load time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
static int chosen(void) {
    return 31;
}

static int (*resolve(void))(void) {
    return chosen;
}

int fixture_value(void) __attribute__((ifunc("resolve")));

int fixture_free(void);
int fixture_free(void) {
    return 32;
}
