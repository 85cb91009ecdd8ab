/* Between begin and end nothing is reported, whatever it is; the second release is held back all
 * the same. Ends without a beginning do no harm, and each thread ignores for itself.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"
#include "shim/arrowdev_check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct ArrowArray kept;

static void *other(void *context) {
    arrowdev_check_ignore_end();
    return context;
}

int main(void) {
    struct ArrowArray array, copy;
    pthread_t thread;
    arrowdev_check_ignore_end();
    arrowdev_check_ignore_begin();
    arrowdev_check_ignore_begin();
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array);
    copy.release(&copy);
    arrowdev_check_ignore_end();
    if (pthread_create(&thread, NULL, other, NULL) || pthread_join(thread, NULL))
        abort();
    export_array(some_array(4, RELEASE_GOOD), &kept, NULL);
    arrowdev_check_ignore_end();
    printf("done\n");
    return 0;
}
