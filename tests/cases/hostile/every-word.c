/* Every word of every kind of struct is garbage of every kind, one at a time; released where its
 * release is left. What is found is as it may be: nothing of it may crash, or change what the
 * program does.
 *
 * options: isolate=1:validate=1
 * seen: any
 * status: 97 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "producer.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static char data[4096];

static void clear_array(struct ArrowArray *self) {
    self->release = NULL;
}
static void clear_schema(struct ArrowSchema *self) {
    self->release = NULL;
}
static int get_schema(struct ArrowArrayStream *self, struct ArrowSchema *out) {
    (void)self;
    *out = (struct ArrowSchema){.format = "l", .release = clear_schema};
    return 0;
}
static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    (void)self;
    *out = (struct ArrowArray){.release = NULL};
    return 0;
}
static const char *get_last_error(struct ArrowArrayStream *self) {
    (void)self;
    return NULL;
}
static void clear_stream(struct ArrowArrayStream *self) {
    self->release = NULL;
}

static const void *buffers[2] = {NULL, data};
static const struct ArrowArray array = {
    .length = 4, .n_buffers = 2, .buffers = buffers, .release = clear_array};
static const struct ArrowSchema schema = {.format = "l", .name = "x", .release = clear_schema};
static const struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, clear_stream,
                                               NULL};
static const struct ArrowDeviceArray device = {.array = array, .device_id = -1, .device_type = 1};

/* Edges of numbers and of address spaces, data, the middle of code, memory that is not there. */
static void fill_garbage(uintptr_t garbage[12]) {
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page + 4096, 4096);
    const uintptr_t all[12] = {0,
                               1,
                               INT64_MAX,
                               (uintptr_t)INT64_MIN,
                               UINTPTR_MAX,
                               0x8000000000000000u >> 16,
                               0x6e69727473000006,
                               (uintptr_t)data,
                               (uintptr_t)data + 3,
                               (uintptr_t)clear_array + 1,
                               (uintptr_t)page + 4088,
                               (uintptr_t)page + 4096};
    memcpy(garbage, all, sizeof(all));
}

/* Each gives 1 where the struct could be released. */
static int try_array(uintptr_t word, size_t at) {
    struct ArrowArray made = array, given;
    struct ArrowSchema type;
    memcpy((char *)&made + at, &word, sizeof(word));
    export_schema(verbatim(&schema, sizeof(schema)), &type);
    export_array(verbatim(&made, sizeof(made)), &given, NULL);
    if (made.release != clear_array)
        return 0;
    fake_drop(import_array(&given, &type));
    return 1;
}

static int try_schema(uintptr_t word, size_t at) {
    struct ArrowSchema made = schema, given;
    memcpy((char *)&made + at, &word, sizeof(word));
    export_schema(verbatim(&made, sizeof(made)), &given);
    if (made.release != clear_schema)
        return 0;
    given.release(&given);
    return 1;
}

static int try_stream(uintptr_t word, size_t at) {
    struct ArrowArrayStream made = stream, given;
    struct ArrowArray chunk;
    memcpy((char *)&made + at, &word, sizeof(word));
    export_stream(verbatim(&made, sizeof(made)), &given);
    if (made.release != clear_stream)
        return 0;
    /* Isolated, a get_schema that is code is asked before the first chunk. */
    if (made.get_next == get_next && word != (uintptr_t)clear_array + 1)
        given.get_next(&given, &chunk);
    given.release(&given);
    return 1;
}

static int try_device(uintptr_t word, size_t at) {
    struct ArrowDeviceArray made = device, given;
    memcpy((char *)&made + at, &word, sizeof(word));
    export_device_array(verbatim(&made, sizeof(made)), &given, NULL);
    if (made.array.release != clear_array)
        return 0;
    given.array.release(&given.array);
    return 1;
}

int main(void) {
    static const struct {
        int (*try)(uintptr_t word, size_t at);
        size_t size;
    } kinds[] = {{try_array, sizeof(array)},
                 {try_schema, sizeof(schema)},
                 {try_stream, sizeof(stream)},
                 {try_device, sizeof(device)}};
    uintptr_t garbage[12];
    fill_garbage(garbage);
    for (size_t kind = 0; kind < LENGTH(kinds); kind++) {
        int n_released = 0;
        for (size_t at = 0; at < kinds[kind].size; at += sizeof(uintptr_t))
            for (size_t i = 0; i < LENGTH(garbage); i++)
                n_released += kinds[kind].try(garbage[i], at);
        printf("%d released\n", n_released);
    }
    return 0;
}
