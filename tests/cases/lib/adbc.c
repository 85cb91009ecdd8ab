/* adbc: libadbc_fake.so: every call goes to the driver, every stream into one of the manager's. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "adbc.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

uint8_t adbc_status;

/* A driver in a library of its own, NULL: the one below. */
static void *driver;

struct wrapped {
    struct ArrowArrayStream inner;
};

static void wrapped_release(struct ArrowArrayStream *self) {
    struct wrapped *wrapped = self->private_data;
    if (self->release != wrapped_release || !wrapped)
        return;
    wrapped->inner.release(&wrapped->inner);
    memset(self, 0, sizeof(*self));
}

static int wrapped_get_schema(struct ArrowArrayStream *self, struct ArrowSchema *out) {
    struct wrapped *wrapped = self->private_data;
    if (self->release != wrapped_release || !wrapped)
        return EINVAL;
    return wrapped->inner.get_schema(&wrapped->inner, out);
}

static int wrapped_get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    struct wrapped *wrapped = self->private_data;
    if (self->release != wrapped_release || !wrapped)
        return EINVAL;
    return wrapped->inner.get_next(&wrapped->inner, out);
}

static const char *wrapped_get_last_error(struct ArrowArrayStream *self) {
    struct wrapped *wrapped = self->private_data;
    if (self->release != wrapped_release || !wrapped)
        return NULL;
    return wrapped->inner.get_last_error(&wrapped->inner);
}

/* Content is never freed: a case may use a stream after what it came from was closed. */
static uint8_t wrap(struct ArrowArrayStream *out) {
    struct wrapped *wrapped = calloc(1, sizeof(*wrapped));
    wrapped->inner = *out;
    *out = (struct ArrowArrayStream){.get_schema = wrapped_get_schema,
                                     .get_next = wrapped_get_next,
                                     .get_last_error = wrapped_get_last_error,
                                     .release = wrapped_release,
                                     .private_data = wrapped};
    return 0;
}

const struct AdbcError *AdbcErrorFromArrayStream(struct ArrowArrayStream *self, uint8_t *status) {
    static char message[] = "the disk is on fire, in detail";
    static const struct AdbcError error = {message};
    if (!self->private_data || self->release != wrapped_release)
        return NULL;
    *status = ADBC_STATUS_INVALID_STATE;
    return &error;
}

void adbc_use_driver(const char *path) {
    driver = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!driver)
        abort();
}

/* The driver's own: streams of two chunks, the second of which fails, and schemas. */
static uint8_t stream_of(struct ArrowArrayStream *out) {
    if (adbc_status)
        return adbc_status;
    produce_stream(out, 2, STREAM_FAILS);
    return wrap(out);
}

static uint8_t schema_of(struct ArrowSchema *out) {
    if (!adbc_status)
        produce_schema(out, "l", "value", 0, RELEASE_GOOD);
    return adbc_status;
}

uint8_t AdbcStatementExecuteQuery(struct AdbcStatement *statement, struct ArrowArrayStream *out,
                                  int64_t *rows, struct AdbcError *error) {
    if (!out)
        return 0;
    if (!driver)
        return stream_of(out);
    uint8_t (*inner)(struct AdbcStatement *, struct ArrowArrayStream *, int64_t *,
                     struct AdbcError *) = dlsym(driver, "AdbcStatementExecuteQuery");
    uint8_t status = inner(statement, out, rows, error);
    return status ? status : wrap(out);
}

uint8_t AdbcStatementExecuteSchema(struct AdbcStatement *statement, struct ArrowSchema *out,
                                   struct AdbcError *error) {
    return schema_of(out);
}

uint8_t AdbcStatementGetParameterSchema(struct AdbcStatement *statement, struct ArrowSchema *out,
                                        struct AdbcError *error) {
    return schema_of(out);
}

uint8_t AdbcStatementExecutePartitions(struct AdbcStatement *statement, struct ArrowSchema *out,
                                       void *partitions, int64_t *rows, struct AdbcError *error) {
    return schema_of(out);
}

/* What is bound is kept until the statement goes. */
struct bound {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
};

static struct bound *bound_of(struct AdbcStatement *statement) {
    if (!statement->private_data)
        statement->private_data = calloc(1, sizeof(struct bound));
    return statement->private_data;
}

uint8_t AdbcStatementBind(struct AdbcStatement *statement, struct ArrowArray *array,
                          struct ArrowSchema *schema, struct AdbcError *error) {
    if (adbc_status)
        return adbc_status;
    bound_of(statement)->array = *array;
    bound_of(statement)->schema = *schema;
    array->release = NULL;
    schema->release = NULL;
    return 0;
}

uint8_t AdbcStatementBindStream(struct AdbcStatement *statement, struct ArrowArrayStream *stream,
                                struct AdbcError *error) {
    if (adbc_status)
        return adbc_status;
    bound_of(statement)->stream = *stream;
    stream->release = NULL;
    return 0;
}

uint8_t AdbcStatementRelease(struct AdbcStatement *statement, struct AdbcError *error) {
    struct bound *bound = statement->private_data;
    if (adbc_status)
        return adbc_status;
    if (bound && bound->array.release)
        bound->array.release(&bound->array);
    if (bound && bound->schema.release)
        bound->schema.release(&bound->schema);
    if (bound && bound->stream.release)
        bound->stream.release(&bound->stream);
    statement->private_data = NULL;
    return 0;
}

uint8_t AdbcConnectionGetInfo(struct AdbcConnection *connection, const uint32_t *codes, size_t n,
                              struct ArrowArrayStream *out, struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionGetObjects(struct AdbcConnection *connection, int depth, const char *catalog,
                                 const char *schema, const char *table, const char **types,
                                 const char *column, struct ArrowArrayStream *out,
                                 struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionGetStatistics(struct AdbcConnection *connection, const char *catalog,
                                    const char *schema, const char *table, char approximate,
                                    struct ArrowArrayStream *out, struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionGetStatisticNames(struct AdbcConnection *connection,
                                        struct ArrowArrayStream *out, struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionGetTableSchema(struct AdbcConnection *connection, const char *catalog,
                                     const char *schema, const char *table, struct ArrowSchema *out,
                                     struct AdbcError *error) {
    return schema_of(out);
}

uint8_t AdbcConnectionGetTableTypes(struct AdbcConnection *connection, struct ArrowArrayStream *out,
                                    struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionReadPartition(struct AdbcConnection *connection, const uint8_t *partition,
                                    size_t size, struct ArrowArrayStream *out,
                                    struct AdbcError *error) {
    return stream_of(out);
}

uint8_t AdbcConnectionRelease(struct AdbcConnection *connection, struct AdbcError *error) {
    return adbc_status;
}
