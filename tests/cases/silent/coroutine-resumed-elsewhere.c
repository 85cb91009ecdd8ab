/* A coroutine stops inside get_next; another thread goes on with it, as schedulers of fibers do.
 * The calls come one after the other.
 *
 * expect: nothing
 * seen: 20 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <ucontext.h>

#include "producer.h"

enum { N = 20 };

static ucontext_t scheduler, coroutine;
static struct ArrowArrayStream stream;

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    (void)self;
    swapcontext(&coroutine, &scheduler);
    produce_array(out, 4, RELEASE_CLEARS);
    return 0;
}

static void read_all(void) {
    for (int i = 0; i < N; i++) {
        struct ArrowArray array;
        stream.get_next(&stream, &array);
        array.release(&array);
    }
}

static void *resume(void *unused) {
    swapcontext(&scheduler, &coroutine);
    return unused;
}

int main(void) {
    static char stack[256 << 10];
    struct ArrowArrayStream made;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = stack;
    coroutine.uc_stack.ss_size = sizeof(stack);
    coroutine.uc_link = &scheduler;
    makecontext(&coroutine, read_all, 0);
    for (int i = 0; i <= N; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, resume, NULL);
        pthread_join(thread, NULL);
    }
    stream.release(&stream);
    puts("read");
    return 0;
}
