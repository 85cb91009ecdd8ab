/* Structures that are handed on and on need more memory each: those that died long ago make room in
 * time.
 *
 * options: memory_budget_mb=12
 * expect: nothing
 * seen: 60000 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

enum { N = 60000 };

int main(void) {
    const struct source *source = some_array(4, RELEASE_GOOD);
    for (int i = 0; i < N; i++) {
        struct ArrowArray array;
        export_array(source, &array, NULL);
        struct capsule *capsule = PyCapsule_New(&array, "arrow_array", capsule_release_array);
        for (int n = 0; n < 5; n++)
            PyCapsule_GetPointer(capsule, "arrow_array");
        capsule_drop(capsule);
    }
    return 0;
}
