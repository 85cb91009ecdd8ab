/* The producer's callback returns with `release` as it was: the producer is to blame.
 *
 * expect: release-not-cleared error producer libproducer.so at here origin made by releases.h:keeps
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_KEEPS_RELEASE), &array, NULL); // <- made
    array.release(&array);                                            // <- here
    return 0;
}
