/* race: two threads count in one word, both under a lock of ours, or one of them without.
 *
 * race [bare] */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "report/base/lock.h"

LOCK_DEFINE(guarded, LOCK_MEMORY)

static unsigned count;

static void *locked(void *context) {
    lock_acquire(&guarded);
    count++;
    lock_release(&guarded);
    return NULL;
}

static void *bare(void *context) {
    count++;
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, locked, NULL);
    pthread_create(&threads[1], NULL, argc > 1 ? bare : locked, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return count == 2 ? 0 : 1;
}
