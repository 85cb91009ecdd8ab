/* specimen: structures without a fault. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/specimen.h"

#include "report/render/store.h"

#include <dlfcn.h>
#include <string.h>

#define CPU  1
#define CUDA 2

static int64_t values[64];

static void *look_up(const char *name) {
    return dlsym(RTLD_DEFAULT, name);
}

static void cross(const char *call, enum specimen_kind kind, void *structure) {
    void (*function)(int, void *) = (void (*)(int, void *))look_up(call);
    if (function)
        function((int)kind, structure);
}

void specimen_gives(enum specimen_kind kind, void *structure) {
    cross("arrowdev_check_gives", kind, structure);
}

void specimen_takes(enum specimen_kind kind, void *structure) {
    cross("arrowdev_check_takes", kind, structure);
}

void specimen_peeks(enum specimen_kind kind, void *structure) {
    cross("arrowdev_check_peeks", kind, structure);
}

void specimen_pair(void *array, void *schema) {
    void (*pair)(int, const void *, const void *) =
        (void (*)(int, const void *, const void *))look_up("arrowdev_check_pair");
    if (pair)
        pair(SPECIMEN_ARRAY, array, schema);
}

static void release_array(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    array->release = NULL;
}

void specimen_array(struct ArrowArray *array, int64_t rows) {
    const void **buffers = store_new(2 * sizeof *buffers);
    buffers[1] = values;
    *array = (struct ArrowArray){
        .length = rows, .n_buffers = 2, .buffers = buffers, .release = release_array};
}

void specimen_struct(struct ArrowArray *array, int64_t rows, int64_t n_children) {
    specimen_array(array, rows);
    array->n_buffers = 1;
    array->buffers[1] = NULL;
    array->n_children = n_children;
    array->children = store_new((size_t)n_children * sizeof *array->children);
    for (int64_t i = 0; i < n_children; i++) {
        array->children[i] = store_new(sizeof *array->children[i]);
        specimen_array(array->children[i], rows);
    }
}

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
}

void specimen_schema(struct ArrowSchema *schema, const char *format, int64_t n_children) {
    *schema = (struct ArrowSchema){
        .format = format, .name = "", .n_children = n_children, .release = release_schema};
    schema->children = store_new((size_t)n_children * sizeof *schema->children);
    for (int64_t i = 0; i < n_children; i++) {
        schema->children[i] = store_new(sizeof *schema->children[i]);
        specimen_schema(schema->children[i], "l", 0);
    }
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
    specimen_schema(schema, "l", 0);
    return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
    specimen_array(array, 4);
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

void specimen_stream(struct ArrowArrayStream *stream) {
    *stream = (struct ArrowArrayStream){.get_schema = get_schema,
                                        .get_next = get_next,
                                        .get_last_error = get_last_error,
                                        .release = release_stream};
}

void specimen_device_array(struct ArrowDeviceArray *array) {
    *array = (struct ArrowDeviceArray){.device_id = -1, .device_type = CPU};
    specimen_array(&array->array, 4);
}

static int get_device_schema(struct ArrowDeviceArrayStream *stream, struct ArrowSchema *schema) {
    specimen_schema(schema, "l", 0);
    return 0;
}

static int get_device_next(struct ArrowDeviceArrayStream *stream, struct ArrowDeviceArray *array) {
    specimen_device_array(array);
    return 0;
}

static const char *get_device_last_error(struct ArrowDeviceArrayStream *stream) {
    return NULL;
}

static void release_device_stream(struct ArrowDeviceArrayStream *stream) {
    stream->release = NULL;
}

void specimen_device_stream(struct ArrowDeviceArrayStream *stream) {
    *stream = (struct ArrowDeviceArrayStream){.device_type = CUDA,
                                              .get_schema = get_device_schema,
                                              .get_next = get_device_next,
                                              .get_last_error = get_device_last_error,
                                              .release = release_device_stream};
}
