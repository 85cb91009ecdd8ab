/* Three threads export and release as fast as they can; a fourth releases the same struct of four
 * columns twice, once in a thousand.
 *
 * says: called a second time
 * says: 20 times
 * reports: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

#include "producer.h"

static const struct source *source;
static _Atomic bool is_over;

static void *run_clean(void *unused) {
    struct ArrowArray array;
    while (!is_over) {
        export_array(source, &array, NULL);
        array.release(&array);
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    struct ArrowArray array, copy;
    source = some_struct(4, 4, RELEASE_GOOD);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run_clean, NULL);
    for (int i = 0; i < 20000; i++) {
        export_array(source, &array, NULL);
        copy = array;
        array.release(&array);
        if (i % 1000 == 999)
            copy.release(&copy);
    }
    is_over = true;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
