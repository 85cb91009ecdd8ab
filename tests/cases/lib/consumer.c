/* consumer: libconsumer.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "consumer.h"

#include <stdlib.h>

void consumer_keep(struct capsule *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array"); // <- keep
    struct ArrowArray *kept = malloc(sizeof(*kept));
    *kept = *array;
    array->release = NULL;
}

void consumer_keep_schema(struct capsule *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    struct ArrowSchema *kept = malloc(sizeof(*kept));
    *kept = *schema;
    schema->release = NULL;
}

void consumer_use(struct ArrowArray *array) {
    struct fake_value *value = import_array(array, NULL);
    if (value)
        fake_drop(value);
}

void consumer_release(struct ArrowArray *array) {
    array->release(array); // <- release
}

int64_t consumer_read(struct ArrowArrayStream *stream) {
    struct ArrowArray array;
    int64_t rows = 0;
    while (stream->get_next(stream, &array) == 0) {
        if (!array.release)
            return rows;
        rows += array.length;
        array.release(&array);
    }
    return -1;
}

void consumer_ask(struct ArrowArrayStream *stream) {
    struct ArrowSchema *schema = malloc(sizeof(*schema));
    stream->get_schema(stream, schema); // <- ask
}
