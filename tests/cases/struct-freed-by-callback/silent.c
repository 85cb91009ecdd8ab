/* The callback frees what private_data owns; the consumer frees the struct when that is done.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

static void release(struct ArrowArray *array) {
    free(array->private_data);
    array->release = NULL;
}

int main(void) {
    static const void *none[1];
    struct ArrowArray made = {
        .n_buffers = 1, .buffers = none, .release = release, .private_data = malloc(100)};
    struct ArrowArray *array = malloc(sizeof(*array));
    export_array(verbatim(&made, sizeof(made)), array, NULL);
    array->release(array);
    free(array);
    return 0;
}
