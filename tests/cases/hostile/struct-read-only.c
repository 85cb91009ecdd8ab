/* A struct on a page that cannot be written: its callbacks cannot be watched, it works all the
 * same.
 *
 * expect: incomplete warning none -
 * verdict: incomplete */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <sys/mman.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray *array =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    produce_array(array, 4, RELEASE_GOOD);
    mprotect(array, 4096, PROT_READ);
    struct capsule *capsule = PyCapsule_New(array, "arrow_array", NULL);
    struct ArrowArray *read = PyCapsule_GetPointer(capsule, "arrow_array");
    printf("%ld rows\n", (long)read->length);
    mprotect(array, 4096, PROT_READ | PROT_WRITE);
    array->release(array);
    return 0;
}
