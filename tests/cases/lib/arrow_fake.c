/* arrow_fake: libarrow_fake.so, which stands in for libarrow: exports what a source fills, imports
 * as told. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "arrow_fake.h"

#include <stdlib.h>
#include <string.h>

__thread enum fake_manner fake_manner;

static char failure[] = "Invalid: as the case wants it";

/** Size and place of release, in the order of fake_value's members. */
static const struct layout {
    size_t size, release;
} layouts[] = {
    {sizeof(struct ArrowArray), offsetof(struct ArrowArray, release)},
    {sizeof(struct ArrowSchema), offsetof(struct ArrowSchema, release)},
    {sizeof(struct ArrowArrayStream), offsetof(struct ArrowArrayStream, release)},
    {sizeof(struct ArrowDeviceArray), offsetof(struct ArrowDeviceArray, array.release)},
    {sizeof(struct ArrowDeviceArrayStream), offsetof(struct ArrowDeviceArrayStream, release)},
};
enum { ARRAY, SCHEMA, STREAM, DEVICE_ARRAY, DEVICE_STREAM };

typedef void (*release_fn)(void *);

static release_fn *release_of(void *bytes, int kind) {
    return (release_fn *)((char *)bytes + layouts[kind].release);
}

static void release(void *bytes, int kind) {
    if (bytes && *release_of(bytes, kind))
        (*release_of(bytes, kind))(bytes);
}

static struct fake_result *give(struct fake_result *result, const struct source *source, void *out,
                                struct ArrowSchema *schema) {
    result->status = source->fill(source, out, schema) ? NULL : failure;
    return result;
}

static struct fake_result *take(struct fake_result *result, int kind, void *bytes,
                                struct ArrowSchema *schema) {
    result->status = fake_manner == FAKE_REFUSES || fake_manner == FAKE_LEAVES ? failure : NULL;
    result->value = NULL;
    if (fake_manner == FAKE_LEAVES)
        return result;
    if (fake_manner == FAKE_REFUSES) {
        release(bytes, kind);
        release(schema, SCHEMA);
        return result;
    }
    result->value = calloc(1, sizeof(*result->value));
    result->value->kind = kind;
    if (fake_manner == FAKE_IGNORES)
        return result;
    memcpy(result->value, bytes, layouts[kind].size);
    *release_of(bytes, kind) = NULL;
    release(schema, SCHEMA);
    return result;
}

/** A schema is read and released before the import returns, whatever comes of it. */
static struct fake_result *take_schema(struct fake_result *result, struct ArrowSchema *schema) {
    take(result, SCHEMA, schema, NULL);
    if (result->value)
        release(result->value, SCHEMA);
    return result;
}

/** A stream is moved, then asked for its schema. */
static struct fake_result *take_stream(struct fake_result *result,
                                       struct ArrowArrayStream *stream) {
    struct ArrowSchema schema = {0};
    take(result, STREAM, stream, NULL);
    if (fake_manner == FAKE_MOVES) {
        struct ArrowArrayStream *moved = &result->value->stream;
        if (moved->get_schema(moved, &schema) == 0)
            release(&schema, SCHEMA);
    }
    return result;
}

static struct fake_result *drain_stream(struct fake_result *result,
                                        struct ArrowArrayStream *stream) {
    struct ArrowArray array = {0};
    take_stream(result, stream);
    struct ArrowArrayStream *moved = &result->value->stream;
    while (moved->get_next(moved, &array) == 0 && array.release)
        release(&array, ARRAY);
    release(moved, STREAM);
    return result;
}

/** In place of an executor comes what fills the handler, in place of a generator what calls it. */
struct fake_result *fake_CreateAsyncHandler(struct fake_result *result,
                                            struct ArrowAsyncDeviceStreamHandler *handler,
                                            void (*fill)(struct ArrowAsyncDeviceStreamHandler *),
                                            uint64_t queue_size, void *mapper) {
    (void)queue_size, (void)mapper;
    fill(handler);
    return result;
}

struct fake_result *fake_ExportAsyncReader(struct fake_result *result, void *schema,
                                           void (*produce)(struct ArrowAsyncDeviceStreamHandler *),
                                           char device_type,
                                           struct ArrowAsyncDeviceStreamHandler *handler) {
    (void)schema, (void)device_type;
    produce(handler);
    return result;
}

void fake_drop(struct fake_value *value) {
    release(value, value->kind);
    free(value);
}

#define GIVES(name, out_type)                                                                      \
    struct fake_result *name(struct fake_result *result, const struct source *source,              \
                             out_type *out) {                                                      \
        return give(result, source, out, NULL);                                                    \
    }
#define GIVES_BOTH(name)                                                                           \
    struct fake_result *name(struct fake_result *result, const struct source *source,              \
                             struct ArrowArray *out, struct ArrowSchema *schema) {                 \
        return give(result, source, out, schema);                                                  \
    }
#define GIVES_DEVICE(name)                                                                         \
    struct fake_result *name(struct fake_result *result, const struct source *source,              \
                             void *sync_event, struct ArrowDeviceArray *out,                       \
                             struct ArrowSchema *schema) {                                         \
        (void)sync_event;                                                                          \
        return give(result, source, out, schema);                                                  \
    }
GIVES(fake_ExportType, struct ArrowSchema)
GIVES(fake_ExportField, struct ArrowSchema)
GIVES(fake_ExportSchema, struct ArrowSchema)
GIVES(fake_ExportRecordBatchReader, struct ArrowArrayStream)
GIVES(fake_ExportChunkedArray, struct ArrowArrayStream)
GIVES(fake_ExportDeviceReader, struct ArrowDeviceArrayStream)
GIVES_BOTH(fake_ExportArray)
GIVES_BOTH(fake_ExportRecordBatch)
GIVES_DEVICE(fake_ExportDeviceArray)
GIVES_DEVICE(fake_ExportDeviceRecordBatch)

struct fake_result *fake_ExportDeviceChunkedArray(struct fake_result *result,
                                                  const struct source *source, char device_type,
                                                  struct ArrowDeviceArrayStream *out) {
    (void)device_type;
    return give(result, source, out, NULL);
}

#define TAKES_SCHEMA(name)                                                                         \
    struct fake_result *name(struct fake_result *result, struct ArrowSchema *schema) {             \
        return take_schema(result, schema);                                                        \
    }
#define TAKES_BOTH(name)                                                                           \
    struct fake_result *name(struct fake_result *result, struct ArrowArray *array,                 \
                             struct ArrowSchema *schema) {                                         \
        return take(result, ARRAY, array, schema);                                                 \
    }
#define TAKES_ARRAY(name)                                                                          \
    struct fake_result *name(struct fake_result *result, struct ArrowArray *array, void *type) {   \
        (void)type;                                                                                \
        return take(result, ARRAY, array, NULL);                                                   \
    }
#define TAKES_DEVICE_BOTH(name)                                                                    \
    struct fake_result *name(struct fake_result *result, struct ArrowDeviceArray *array,           \
                             struct ArrowSchema *schema, const void *mapper) {                     \
        (void)mapper;                                                                              \
        return take(result, DEVICE_ARRAY, array, schema);                                          \
    }
#define TAKES_DEVICE_ARRAY(name)                                                                   \
    struct fake_result *name(struct fake_result *result, struct ArrowDeviceArray *array,           \
                             void *type, const void *mapper) {                                     \
        (void)type;                                                                                \
        (void)mapper;                                                                              \
        return take(result, DEVICE_ARRAY, array, NULL);                                            \
    }
#define TAKES_DEVICE_STREAM(name)                                                                  \
    struct fake_result *name(struct fake_result *result, struct ArrowDeviceArrayStream *stream,    \
                             const void *mapper) {                                                 \
        (void)mapper;                                                                              \
        return take(result, DEVICE_STREAM, stream, NULL);                                          \
    }
TAKES_SCHEMA(fake_ImportType)
TAKES_SCHEMA(fake_ImportField)
TAKES_SCHEMA(fake_ImportSchema)
TAKES_BOTH(fake_ImportArray)
TAKES_BOTH(fake_ImportRecordBatch)
TAKES_ARRAY(fake_ImportArrayOfType)
TAKES_ARRAY(fake_ImportRecordBatchOfType)
TAKES_DEVICE_BOTH(fake_ImportDeviceArray)
TAKES_DEVICE_BOTH(fake_ImportDeviceRecordBatch)
TAKES_DEVICE_ARRAY(fake_ImportDeviceArrayOfType)
TAKES_DEVICE_ARRAY(fake_ImportDeviceRecordBatchOfType)
TAKES_DEVICE_STREAM(fake_ImportDeviceReader)
TAKES_DEVICE_STREAM(fake_ImportDeviceChunkedArray)

struct fake_result *fake_ImportRecordBatchReader(struct fake_result *result,
                                                 struct ArrowArrayStream *stream) {
    return take_stream(result, stream);
}

struct fake_result *fake_ImportChunkedArray(struct fake_result *result,
                                            struct ArrowArrayStream *stream) {
    return drain_stream(result, stream);
}
