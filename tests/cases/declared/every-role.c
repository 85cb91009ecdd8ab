/* Each role of a declaration: what is given is seen when the call succeeded, what is taken goes,
 * what is peeked at stays; also through a pointer that dlsym gave.
 *
 * expect: nothing
 * file: own.declare
 * options: declare=own.declare
 * seen: 7 arrays, 2 schemas, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void produce(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    memset(&array, 0xa5, sizeof(array));
    memset(&schema, 0xa5, sizeof(schema));
    printf("%d\n", own_produce(1, 0.5, &array, &schema));
    printf("%d\n", own_produce(0, 0.5, &array, &schema));
    printf("%d\n", (int)own_peek(&schema));
    own_take(&array);
    schema.release(&schema);
}

static void by_name(void) {
    int (*function)(int, double, struct ArrowArray *, struct ArrowSchema *) =
        dlsym(RTLD_DEFAULT, "own_produce");
    struct ArrowArray array;
    struct ArrowSchema schema;
    printf("%d\n", function(0, 0.5, &array, &schema));
    own_take(&array);
    schema.release(&schema);
}

static void fill(void) {
    struct ArrowArray array;
    own_fill(&array);
    array.release(&array);
}

static void make(void) {
    struct ArrowArray *array = own_make(7);
    printf("%d %d\n", own_make(0) == NULL, (int)array->length);
    array->release(array);
    free(array);
    printf("%d\n", own_place(&array));
    array->release(array);
    free(array);
}

static void stream(void) {
    struct own_handle handle = {0};
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    printf("%d\n", own_stream(&handle, &stream));
    while (stream.get_next(&stream, &array) == 0 && array.release)
        array.release(&array);
    stream.release(&stream);
    own_close(&handle);
}

int main(void) {
    produce();
    by_name();
    fill();
    make();
    stream();
    return 0;
}
