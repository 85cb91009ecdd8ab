/* own: what a program's own library may hand over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

#include <stdlib.h>

#include "around.h"
#include "producer.h"

static int produce(struct ArrowArray *array, struct ArrowSchema *schema) {
    produce_array(array, 4, RELEASE_CHECKS_ITSELF);
    produce_schema(schema, "l", "value", 0, RELEASE_CHECKS_ITSELF);
    return 0;
}

int own_produce(int fails, double weight, struct ArrowArray *array, struct ArrowSchema *schema) {
    if (weight != 0.5)
        abort();
    return fails ? 22 : produce(array, schema);
}

void own_fill(struct ArrowArray *array) {
    produce_array(array, 4, RELEASE_CHECKS_ITSELF);
}

struct ArrowArray *own_make(int64_t rows) {
    struct ArrowArray *array = rows ? malloc(sizeof(*array)) : NULL;
    if (array)
        produce_array(array, rows, RELEASE_CHECKS_ITSELF);
    return array;
}

int own_place(struct ArrowArray **array) {
    *array = own_make(2);
    return 0;
}

int own_stream(struct own_handle *handle, struct ArrowArrayStream *stream) {
    handle->n_given++;
    produce_stream(stream, 2, STREAM_CHECKS_ITSELF);
    return 0;
}

void own_close(struct own_handle *handle) {
    handle->n_given = 0;
}

void own_around(struct ArrowArrayStream *inner, struct ArrowArrayStream *stream) {
    around_fill(inner, stream);
}

int own_half(struct ArrowArray *array, struct ArrowSchema *schema) {
    if (schema)
        produce(array, schema);
    return 22;
}

void own_take(struct ArrowArray *array) {
    struct ArrowArray moved = *array;
    array->release = NULL;
    moved.release(&moved);
}

bool own_take_some(struct ArrowArray *array) {
    bool is_some = array->release != NULL;
    if (is_some)
        own_take(array);
    return is_some;
}

int own_next(int left, struct ArrowArray *array) {
    array->release = NULL;
    if (left > 0)
        produce_array(array, left, RELEASE_CHECKS_ITSELF);
    return 0;
}

int64_t own_look(const struct ArrowArray *array) {
    return array->length;
}

int64_t own_peek(const struct ArrowSchema *schema) {
    return schema->n_children;
}

void own_fill_by(void (*fill)(struct ArrowArray *), struct ArrowArray *array) {
    fill(array);
}

/* As the linker binds it with -Bsymbolic. */
extern __typeof__(own_produce) own_produce_bound
    __attribute__((alias("own_produce"), visibility("hidden")));

int own_produce_inside(struct ArrowArray *array, struct ArrowSchema *schema) {
    return own_produce_bound(0, 0.5, array, schema);
}
