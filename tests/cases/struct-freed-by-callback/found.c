/* The producer's callback frees the struct, which belongs to the consumer.
 *
 * expect: struct-freed-by-callback error producer libproducer.so at releases.h:free
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

int main(void) {
    struct ArrowArray *array = malloc(sizeof(*array));
    export_array(some_array(4, RELEASE_FREES_STRUCT), array, NULL);
    array->release(array);
    return 0;
}
