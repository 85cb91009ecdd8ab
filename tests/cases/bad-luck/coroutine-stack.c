/* A coroutine with a stack of 8 KiB, below which nothing is mapped, makes, passes on and releases
 * arrays, streams and schemas; errors are found there; modules have come in between.
 *
 * expect: double-release error consumer main at second before first
 * options: validate=1
 * expect: negative-length error producer libproducer.so at wrong */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "producer.h"

#define ROOM (64 * 1024)
#define SIZE (8 * 1024)

static ucontext_t program, coroutine;

static void trade_stream(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_GOOD), &stream);
    stream.get_schema(&stream, &schema);
    schema.release(&schema);
    while (stream.get_next(&stream, &array) == 0 && array.release)
        array.release(&array);
    stream.release(&stream);
}

static void trade(void) {
    struct ArrowArray array, copy;
    struct ArrowSchema schema;
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, &schema);
    array.release(&array);
    schema.release(&schema);
    trade_stream();
    swapcontext(&coroutine, &program); /* which loads a module */
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    copy.release(&copy);   // <- second
    produce_array(&copy, 4, RELEASE_GOOD);
    copy.length = -1;
    export_array(verbatim(&copy, sizeof(copy)), &array, NULL); // <- wrong
    array.release(&array);
    swapcontext(&coroutine, &program);
}

int main(void) {
    char *room = mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(room + ROOM - SIZE, SIZE, PROT_READ | PROT_WRITE);
    getcontext(&coroutine);
    coroutine.uc_stack = (stack_t){.ss_sp = room + ROOM - SIZE, .ss_size = SIZE};
    makecontext(&coroutine, trade, 0);
    swapcontext(&program, &coroutine);
    if (!dlopen("libz.so.1", RTLD_NOW))
        puts("no module");
    swapcontext(&program, &coroutine);
    puts("all done");
    return 0;
}
