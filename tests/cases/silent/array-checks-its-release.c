/* GDAL and sparrow assert in the callback that `release` is their own function: while it runs, it
 * is.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_array(4, RELEASE_CHECKS_ITSELF), &array, NULL);
    export_schema(some_schema("l", "", RELEASE_CHECKS_ITSELF), &schema);
    array.release(&array);
    schema.release(&schema);
    puts("both released");
    return 0;
}
