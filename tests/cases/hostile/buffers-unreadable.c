/* The list of buffers cannot be read, or points anywhere.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const void *anywhere[3] = {NULL, (void *)0x8, (void *)0xffffffffffff0000};
    const void **lists[] = {(const void **)0x18, anywhere};
    for (int i = 0; i < 2; i++) {
        struct ArrowArray array, made;
        struct ArrowSchema schema;
        produce_array(&made, 1000, RELEASE_CLEARS);
        made.n_buffers = 3;
        made.buffers = lists[i];
        export_schema(some_schema("u", "text", RELEASE_GOOD), &schema);
        export_array(verbatim(&made, sizeof(made)), &array, NULL);
        fake_drop(import_array(&array, &schema));
    }
    return 0;
}
