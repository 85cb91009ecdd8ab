/* Capsules that carry other things than Arrow structures, and a read by a wrong name.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    char other[] = "not a structure";
    struct ArrowArray array;
    struct capsule *tensor = PyCapsule_New(other, "dltensor", NULL);
    puts(PyCapsule_GetPointer(tensor, "dltensor"));
    printf("%d\n", PyCapsule_GetPointer(tensor, "arrow_array") == NULL);
    capsule_drop(tensor);
    produce_array(&array, 4, RELEASE_GOOD);
    struct capsule *capsule = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    printf("%d\n", PyCapsule_GetPointer(capsule, "arrow_schema") == NULL);
    printf("%d\n", PyCapsule_GetPointer(capsule, "arrow_array") == &array);
    capsule_drop(capsule);
    return 0;
}
