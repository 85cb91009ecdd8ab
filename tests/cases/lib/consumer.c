/* consumer: libconsumer.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "consumer.h"

struct fake_value *consumer_keep(struct ArrowArray *array) {
    struct fake_value *value = import_array(array, NULL); // <- keep
    return value;
}

struct fake_value *consumer_keep_schema(struct ArrowSchema *schema) {
    struct fake_value *value = import_schema(schema); // <- keep-schema
    return value;
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
