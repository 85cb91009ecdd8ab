/* A library is given an array twice, the second time through a copy of its struct, and releases
 * each in a thread of its own: the report opens where the copy was given.
 *
 * expect: double-release error consumer main before second origin export
 * says: found-copy-imported.c:26:33: error: release of array#1 called a second time
 * says: so that only one of the two is handed over or released; see
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

typedef void *start_fn(void *value);

static void drop(struct fake_value *value) {
    pthread_t thread;
    pthread_create(&thread, NULL, (start_fn *)(uintptr_t)fake_drop, value);
    pthread_join(thread, NULL);
}

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    struct fake_value *first = import_array(&array, NULL);
    struct fake_value *second = import_array(&copy, NULL); // <- second
    drop(first);
    drop(second);
    return 0;
}
