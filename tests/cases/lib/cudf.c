/* cudf: libinterop_fake.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "cudf.h"

#include <stdlib.h>
#include <string.h>

#include "producer.h"

/* An owner's deleter releases what is in the struct and frees the struct. */
static void delete_schema(void *held) {
    struct ArrowSchema *schema = held;
    if (schema->release)
        schema->release(schema);
    free(schema);
}

static void delete_device_array(void *held) {
    struct ArrowDeviceArray *array = held;
    if (array->array.release)
        array->array.release(&array->array); // <- end
    free(array);
}

void cudf_drop(struct cudf_owner *owner) {
    owner->deleter(owner->held);
}

void cudf_forget(struct cudf_imported *imported) {
    if (imported->schema.release)
        imported->schema.release(&imported->schema);
    if (imported->array.array.release)
        imported->array.array.release(&imported->array.array);
    if (imported->stream.release)
        imported->stream.release(&imported->stream);
    memset(imported, 0, sizeof(*imported));
}

struct cudf_owner *cudf_to_arrow_schema(struct cudf_owner *out, const void *view) {
    struct ArrowSchema *schema = malloc(sizeof(*schema));
    produce_schema(schema, "l", "", 0, RELEASE_CHECKS_ITSELF);
    *out = (struct cudf_owner){delete_schema, schema};
    return out;
}

static struct cudf_owner *own_array(struct cudf_owner *out) {
    struct ArrowDeviceArray *array = malloc(sizeof(*array));
    produce_device_array(array, 4, 1, RELEASE_CHECKS_ITSELF);
    *out = (struct cudf_owner){delete_device_array, array};
    return out;
}

#define OWNED(name, symbol)                                                                        \
    struct cudf_owner *name(struct cudf_owner *out, const void *view) {                            \
        return own_array(out);                                                                     \
    }
OWNED(cudf_to_arrow_device, )
OWNED(cudf_to_arrow_device_older, )
OWNED(cudf_to_arrow_host, )
OWNED(cudf_to_arrow_strings, )

#define BORROWS(name, array)                                                                       \
    void *name(void *out, const struct ArrowSchema *schema, const struct array *from) {            \
        return schema->release && from ? out : NULL;                                               \
    }
BORROWS(cudf_from_arrow, ArrowArray)
BORROWS(cudf_from_arrow_column, ArrowArray)
BORROWS(cudf_from_arrow_host, ArrowDeviceArray)
BORROWS(cudf_from_arrow_host_column, ArrowDeviceArray)
BORROWS(cudf_from_arrow_device, ArrowDeviceArray)
BORROWS(cudf_from_arrow_device_column, ArrowDeviceArray)

static void drain(struct ArrowArrayStream *stream) {
    struct ArrowSchema schema;
    struct ArrowArray array;
    if (stream->get_schema(stream, &schema) == 0)
        schema.release(&schema);
    while (stream->get_next(stream, &array) == 0 && array.release)
        array.release(&array);
    stream->release(stream);
}

void *cudf_from_arrow_stream(void *out, struct ArrowArrayStream *from) {
    drain(from);
    return out;
}

void *cudf_from_arrow_stream_column(void *out, struct ArrowArrayStream *from) {
    drain(from);
    return out;
}

static void take_device(struct cudf_imported *self, struct ArrowSchema *schema,
                        struct ArrowDeviceArray *from) {
    *self = (struct cudf_imported){.schema = *schema, .array = *from};
    schema->release = NULL;
    from->array.release = NULL;
}

/* What lies on the host is copied; the schema stays the caller's. */
static void take_host(struct cudf_imported *self, struct ArrowArray *from) {
    memset(self, 0, sizeof(*self));
    from->release(from);
}

static void take_stream(struct cudf_imported *self, struct ArrowArrayStream *from) {
    *self = (struct cudf_imported){.stream = *from};
    from->release = NULL;
}

static void fill_array(struct ArrowDeviceArray *out) {
    produce_device_array(out, 4, 1, RELEASE_CHECKS_ITSELF);
}

static void fill_schema(struct ArrowSchema *out) {
    produce_schema(out, "l", "", 0, RELEASE_CHECKS_ITSELF);
}

#define IMPORTED(name)                                                                             \
    void cudf_##name##_of_device(struct cudf_imported *self, struct ArrowSchema *schema,           \
                                 struct ArrowDeviceArray *from) {                                  \
        take_device(self, schema, from);                                                           \
    }                                                                                              \
    void cudf_##name##_of_host(struct cudf_imported *self, struct ArrowSchema *schema,             \
                               struct ArrowArray *from) {                                          \
        take_host(self, from);                                                                     \
    }                                                                                              \
    void cudf_##name##_of_stream(struct cudf_imported *self, struct ArrowArrayStream *from) {      \
        take_stream(self, from);                                                                   \
    }                                                                                              \
    void cudf_##name##_array(const struct cudf_imported *self, struct ArrowDeviceArray *out) {     \
        fill_array(out);                                                                           \
    }                                                                                              \
    void cudf_##name##_schema(const struct cudf_imported *self, struct ArrowSchema *out) {         \
        fill_schema(out);                                                                          \
    }
IMPORTED(table)
IMPORTED(column)
