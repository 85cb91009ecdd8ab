/* arrow-rs reads a schema capsule and leaves it in place: the capsule's destructor releases it.
 *
 * expect: nothing
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowSchema schema;
    produce_schema(&schema, "+s", "", 3, RELEASE_CHECKS_ITSELF);
    struct capsule *capsule = PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    for (int i = 0; i < 5; i++) {
        struct ArrowSchema *borrowed = PyCapsule_GetPointer(capsule, "arrow_schema");
        printf("%ld children\n", (long)borrowed->n_children);
    }
    capsule_drop(capsule);
    return schema.release != NULL;
}
