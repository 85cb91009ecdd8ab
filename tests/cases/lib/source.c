/* source: what producer.h makes, wrapped for the bridge's exports. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer_in.h"

#include <stdlib.h>
#include <string.h>

/** A source with what it is made from; `source` first, so that one is the other. */
struct recipe {
    struct source source;
    int64_t rows, n;
    int how;
    int32_t device_type;
    const char *format, *name;
    const void *bytes;
};

static const struct source *recipe(struct recipe values) {
    struct recipe *kept = malloc(sizeof(*kept));
    *kept = values;
    return &kept->source;
}

static bool fill_array(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    produce_array(out, recipe->rows, recipe->how);
    if (schema)
        produce_schema(schema, "l", "value", 0, RELEASE_GOOD);
    return true;
}

static bool fill_struct(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    produce_struct(out, recipe->rows, recipe->n, recipe->how);
    if (schema)
        produce_schema(schema, "+s", "", recipe->n, RELEASE_GOOD);
    return true;
}

static bool fill_dictionary(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    produce_dictionary(out, recipe->rows, recipe->how);
    if (schema) {
        produce_schema(schema, "l", "code", 0, RELEASE_GOOD);
        schema->dictionary = malloc(sizeof(*schema->dictionary));
        produce_schema(schema->dictionary, "l", "", 0, RELEASE_GOOD);
    }
    return true;
}

static bool fill_schema(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    (void)schema;
    produce_schema(out, recipe->format, recipe->name, recipe->n, recipe->how);
    return true;
}

static bool fill_stream(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    (void)schema;
    produce_stream(out, (int)recipe->n, recipe->how);
    return true;
}

static bool fill_device_array(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    produce_device_array(out, recipe->rows, recipe->device_type, recipe->how);
    if (schema)
        produce_schema(schema, "l", "value", 0, RELEASE_GOOD);
    return true;
}

static bool fill_device_stream(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    (void)schema;
    produce_device_stream(out, (int)recipe->n, recipe->device_type, recipe->how);
    return true;
}

static bool fill_verbatim(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct recipe *recipe = (const void *)source;
    (void)schema;
    memcpy(out, recipe->bytes, recipe->n);
    return true;
}

static bool fill_nothing(const struct source *source, void *out, struct ArrowSchema *schema) {
    (void)source;
    (void)out;
    (void)schema;
    return false;
}

const struct source *some_array(int64_t rows, enum release how) {
    return recipe((struct recipe){.source = {fill_array}, .rows = rows, .how = how});
}

const struct source *some_struct(int64_t rows, int64_t n, enum release how) {
    return recipe((struct recipe){.source = {fill_struct}, .rows = rows, .n = n, .how = how});
}

const struct source *some_dictionary(int64_t rows, enum release how) {
    return recipe((struct recipe){.source = {fill_dictionary}, .rows = rows, .how = how});
}

const struct source *some_schema(const char *format, const char *name, enum release how) {
    return recipe(
        (struct recipe){.source = {fill_schema}, .format = format, .name = name, .how = how});
}

const struct source *some_stream(int chunks, enum stream_manner how) {
    return recipe((struct recipe){.source = {fill_stream}, .n = chunks, .how = how});
}

const struct source *some_device_array(int64_t rows, int32_t device_type, enum release how) {
    return recipe((struct recipe){
        .source = {fill_device_array}, .rows = rows, .device_type = device_type, .how = how});
}

const struct source *some_device_stream(int chunks, int32_t device_type, enum stream_manner how) {
    return recipe((struct recipe){
        .source = {fill_device_stream}, .n = chunks, .device_type = device_type, .how = how});
}

const struct source *verbatim(const void *bytes, size_t size) {
    return recipe((struct recipe){.source = {fill_verbatim}, .bytes = bytes, .n = (int64_t)size});
}

const struct source *failing(void) {
    return recipe((struct recipe){.source = {fill_nothing}});
}
