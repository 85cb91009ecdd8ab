/* lastwords: threads end, and destructors of what they kept for themselves release arrays. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/hold/goods.h"

enum { THREADS = 200 };

int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *dso);

extern void *__dso_handle;

static pthread_key_t key;

static void drop(void *object) {
    struct ArrowArray *array = object, more;
    array->release(array);
    /* What ends may still begin something. */
    goods_export(&goods_flat, &more);
    more.release(&more);
    free(array);
}

static void *work(void *unused) {
    struct ArrowArray *array = malloc(sizeof(*array)), *other = malloc(sizeof(*other));
    goods_export(&goods_struct, array);
    goods_export(&goods_flat, other);
    pthread_setspecific(key, array);
    __cxa_thread_atexit_impl(drop, other, &__dso_handle);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, drop);
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    }
    puts("done");
    return 0;
}
