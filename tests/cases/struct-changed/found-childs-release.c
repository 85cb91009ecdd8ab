/* A consumer gives children a callback that does nothing, reads, and never puts theirs back: the
 * producer's release then calls that one, and what the children own is lost.
 *
 * expect: struct-changed warning consumer main at schema origin schema-export
 * expect: struct-changed warning consumer main at array origin array-export
 * seen: 21 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void keep_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void keep_array(struct ArrowArray *array) {
    array->release = NULL;
}

int main(void) {
    struct ArrowSchema made, schema;
    struct ArrowArray array;
    produce_schema(&made, "+s", "", 2, RELEASE_GOOD);
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- schema-export
    for (int i = 0; i < 2; i++)
        schema.children[i]->release = keep_schema;
    schema.release(&schema); // <- schema
    for (int i = 0; i < 20; i++) {
        export_array(some_struct(4, 3, RELEASE_GOOD), &array, NULL);
        array.release(&array);
    }
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, NULL); // <- array-export
    array.children[1]->release = keep_array;
    array.release(&array); // <- array
    return 0;
}
