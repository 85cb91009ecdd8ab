/* arrow_fake: the Arrow C++ bridge as a C program can call it, served by libarrow_fake.so.
 *
 * The library exports the bridge's real (mangled) names with the real calling convention, so that
 * the shim's rows see what they see in released programs. What the imports do is the case's choice.
 * The calls are macros: the line that a report names is the case's own. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_ARROW_FAKE_H
#define CASES_LIB_ARROW_FAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "tracker/abi/arrow.h"

/** Something to export: fill() puts it into the struct and, if there is one, into the schema. */
struct source {
    bool (*fill)(const struct source *source, void *out, struct ArrowSchema *schema);
};

/** How an import behaves; set per thread, stays until changed. */
enum fake_manner {
    FAKE_MOVES,   /* as Arrow does: takes the struct, its release becomes NULL; releases schemas */
    FAKE_REFUSES, /* fails and releases all it was given, as Arrow does with a bad schema */
    FAKE_LEAVES,  /* fails and touches nothing, as Arrow does when a memory mapper fails */
    FAKE_IGNORES  /* succeeds and touches nothing: for structs that nobody could use */
};
extern __thread enum fake_manner fake_manner;

/** What an import made of a struct. */
struct fake_value {
    union {
        struct ArrowArray array;
        struct ArrowSchema schema;
        struct ArrowArrayStream stream;
        struct ArrowDeviceArray device_array;
        struct ArrowDeviceArrayStream device_stream;
    };
    int kind; /* its place above, from 0 */
};

/** The caller's place for a returned Status or Result: the status comes first, NULL is OK. */
struct fake_result {
    void *status;
    struct fake_value *value;
    void *reserved[2];
};

/** Release what was imported. */
void fake_drop(struct fake_value *value);

#define BRIDGE(name, symbol, ...)                                                                  \
    struct fake_result *name(struct fake_result *result, __VA_ARGS__) __asm__(symbol);
#include "arrow_fake.def"
#undef BRIDGE

/** An import: the value, NULL when refused. */
#define FAKE_IMPORT(function, ...)                                                                 \
    ({                                                                                             \
        struct fake_result fake_result_ = {};                                                      \
        function(&fake_result_, __VA_ARGS__);                                                      \
        fake_result_.value;                                                                        \
    })
/** An export: true when the structs are filled. */
#define FAKE_EXPORT(function, ...)                                                                 \
    ({                                                                                             \
        struct fake_result fake_result_ = {};                                                      \
        function(&fake_result_, __VA_ARGS__);                                                      \
        !fake_result_.status;                                                                      \
    })

#define export_array(source, array, schema) FAKE_EXPORT(fake_ExportArray, source, array, schema)
#define export_batch(source, array, schema)                                                        \
    FAKE_EXPORT(fake_ExportRecordBatch, source, array, schema)
#define export_schema(source, schema) FAKE_EXPORT(fake_ExportSchema, source, schema)
#define export_stream(source, stream) FAKE_EXPORT(fake_ExportRecordBatchReader, source, stream)
#define export_device_array(source, array, schema)                                                 \
    FAKE_EXPORT(fake_ExportDeviceArray, source, NULL, array, schema)
#define export_device_stream(source, stream) FAKE_EXPORT(fake_ExportDeviceReader, source, stream)

#define import_array(array, schema)        FAKE_IMPORT(fake_ImportArray, array, schema)
#define import_array_of(array, type)       FAKE_IMPORT(fake_ImportArrayOfType, array, type)
#define import_batch(array, schema)        FAKE_IMPORT(fake_ImportRecordBatch, array, schema)
#define import_schema(schema)              FAKE_IMPORT(fake_ImportSchema, schema)
#define import_stream(stream)              FAKE_IMPORT(fake_ImportRecordBatchReader, stream)
#define import_device_array(array, schema) FAKE_IMPORT(fake_ImportDeviceArray, array, schema, NULL)
#define import_device_stream(stream)       FAKE_IMPORT(fake_ImportDeviceReader, stream, NULL)

#endif
