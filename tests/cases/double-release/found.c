/* A consumer releases an array, then releases a bitwise copy of it that it made before.
 *
 * expect: double-release error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static void use(struct ArrowArray *array) {
    array->release(array); // <- first
}

static void close_again(struct ArrowArray *copy) {
    copy->release(copy); // <- second
}

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    use(&array);
    close_again(&copy);
    puts(copy.release ? "the copy still has its callback" : "the copy is released");
    return 0;
}
