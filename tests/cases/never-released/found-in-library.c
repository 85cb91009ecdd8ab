/* A library took the array out of a capsule and keeps it: the last holder is to blame, not who
 * exported.
 *
 * expect: never-released error last-holder libconsumer.so at consumer.c:keep origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "consumer.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    consumer_keep(PyCapsule_New(&array, "arrow_array", capsule_release_array));
    return 0;
}
