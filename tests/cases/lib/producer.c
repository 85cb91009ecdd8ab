/* producer: arrays, schemas and device arrays of libproducer.so, with the release callback asked
 * for. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer_in.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

sigjmp_buf producer_jump;
static sem_t entered, go_on;

__attribute__((constructor)) static void prepare(void) {
    sem_init(&entered, 0, 0);
    sem_init(&go_on, 0, 0);
}

void producer_wait(void) {
    sem_wait(&entered);
}

void producer_go(void) {
    for (int i = 0; i < 8; i++)
        sem_post(&go_on);
}

void producer_say(void) {
    sem_post(&entered);
}

void producer_enter(void) {
    producer_say();
    sem_wait(&go_on);
}

#define TYPE       ArrowArray
#define KIND(name) array_##name
#include "releases.h"

#define TYPE       ArrowSchema
#define KIND(name) schema_##name
#include "releases.h"

void *producer_release(enum release how) {
    return (void *)array_releases[how];
}

/** Shared by all arrays: what the values are does not matter, that they can be read does. */
static int64_t values[1024];
static const void *buffers[2] = {NULL, values};
static const void *no_buffers[1] = {NULL};

void produce_array(struct ArrowArray *out, int64_t rows, enum release how) {
    *out = (struct ArrowArray){
        .length = rows,
        .n_buffers = 2,
        .buffers = buffers,
        .release = array_releases[how],
        .private_data = values,
    };
}

void produce_struct(struct ArrowArray *out, int64_t rows, int64_t n, enum release how) {
    struct ArrowArray *block = calloc(n ? n : 1, sizeof(*block));
    struct ArrowArray **children = calloc(n ? n : 1, sizeof(*children));
    for (int64_t i = 0; i < n; i++) {
        children[i] = &block[i];
        produce_array(children[i], rows, RELEASE_GOOD);
        children[i]->private_data = NULL;
    }
    *out = (struct ArrowArray){
        .length = rows,
        .n_buffers = 1,
        .n_children = n,
        .buffers = no_buffers,
        .children = children,
        .release = array_releases[how],
        .private_data = block,
    };
}

void produce_dictionary(struct ArrowArray *out, int64_t rows, enum release how) {
    produce_array(out, rows, how);
    out->dictionary = malloc(sizeof(*out->dictionary));
    produce_array(out->dictionary, 3, RELEASE_GOOD);
}

void produce_schema(struct ArrowSchema *out, const char *format, const char *name,
                    int64_t n_children, enum release how) {
    struct ArrowSchema **children = calloc(n_children ? n_children : 1, sizeof(*children));
    for (int64_t i = 0; i < n_children; i++) {
        char letter[2] = {(char)('a' + i % 26), 0};
        children[i] = malloc(sizeof(*children[i]));
        produce_schema(children[i], "l", strdup(letter), 0, RELEASE_GOOD);
    }
    *out = (struct ArrowSchema){
        .format = format,
        .name = name,
        .flags = ARROW_FLAG_NULLABLE,
        .n_children = n_children,
        .children = n_children ? children : NULL,
        .release = schema_releases[how],
        .private_data = children,
    };
}

void produce_device_array(struct ArrowDeviceArray *out, int64_t rows, int32_t device_type,
                          enum release how) {
    memset(out, 0, sizeof(*out));
    produce_array(&out->array, rows, how);
    out->device_id = device_type == 1 ? -1 : 0;
    out->device_type = device_type;
}
