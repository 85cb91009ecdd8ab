/* The struct itself cannot be read, or only its first half.
 *
 * expect: uninitialised-struct error both main at here x3
 * seen: nothing */
/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "producer.h"

int main(void) {
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page + 4096, 4096, PROT_NONE);
    void *places[] = {(void *)0x40, page + 4096, page + 4096 - 40};
    fake_manner = FAKE_IGNORES;
    for (int i = 0; i < 3; i++)
        import_array(places[i], NULL); // <- here
    import_array(NULL, NULL);
    return 0;
}
