/* release points to unmapped memory, to data, to an odd address in it, past the user's half.
 *
 * expect: uninitialised-struct error both main at here x4
 * seen: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static long data[8];
    void *nowhere[] = {(void *)0x10, data, (char *)data + 3, (void *)0xffffffffffffff00};
    fake_manner = FAKE_IGNORES;
    for (int i = 0; i < 4; i++) {
        struct ArrowArray array;
        produce_array(&array, 4, RELEASE_GOOD);
        array.release = (void (*)(struct ArrowArray *))nowhere[i];
        import_array(&array, NULL); // <- here
    }
    return 0;
}
