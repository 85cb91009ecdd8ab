/* An import's value is kept to the end: who called the import holds the array.
 *
 * expect: never-released error last-holder main at here origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    import_array(&array, NULL);                              // <- here
    return 0;
}
