/* versions: the fixture in two versions, of which new programs are bound to the second.
 *
 * SPDX-License-Identifier: Apache-2.0 */
int fixture_value_old(void);
int fixture_value_new(void);
int fixture_free(void);

__asm__(".symver fixture_value_old, fixture_value@V1");
__asm__(".symver fixture_value_new, fixture_value@@V2");

int fixture_value_old(void) {
    return 21;
}

int fixture_value_new(void) {
    return 22;
}

int fixture_free(void) {
    return 23;
}
