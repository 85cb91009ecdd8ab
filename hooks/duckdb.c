/* duckdb: asks DuckDB for the columns of a data chunk that it made an array of. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/bridge.h"
#include "report/base/memory.h"
#include "tracker/tracker.h"

/* A chunk with more columns stays without a type. */
#define MOST_COLUMNS 4096

/* duckdb.h: idx_t is 64 bits wide, handles are pointers, an error is NULL for none. */
struct api {
    uint64_t (*count)(void *chunk);
    void *(*vector)(void *chunk, uint64_t column);
    void *(*type)(void *vector);
    void (*destroy_type)(void **type);
    void *(*schema)(void *options, void **types, const char **names, uint64_t n,
                    struct ArrowSchema *out);
    void (*destroy_error)(void **error);
};

static bool find_api(struct api *api, uintptr_t function) {
    api->count = bridge_beside(function, "duckdb_data_chunk_get_column_count");
    api->vector = bridge_beside(function, "duckdb_data_chunk_get_vector");
    api->type = bridge_beside(function, "duckdb_vector_get_column_type");
    api->destroy_type = bridge_beside(function, "duckdb_destroy_logical_type");
    api->schema = bridge_beside(function, "duckdb_to_arrow_schema");
    api->destroy_error = bridge_beside(function, "duckdb_destroy_error_data");
    return api->count && api->vector && api->type && api->destroy_type && api->schema &&
           api->destroy_error;
}

static void ask(const struct api *api, void *options, void *chunk, uint64_t n, void **types,
                const char **names, struct ArrowSchema *schema) {
    for (uint64_t i = 0; i < n; i++) {
        types[i] = api->type(api->vector(chunk, i));
        names[i] = "";
    }
    void *error = api->schema(options, types, names, n, schema);
    if (error)
        api->destroy_error(&error);
    for (uint64_t i = 0; i < n; i++)
        api->destroy_type(&types[i]);
}

void duckdb_ask_chunk(const struct hook_call *call, struct object *array, const struct site *site) {
    void *options = (void *)call->arguments[0], *chunk = (void *)call->arguments[1];
    struct ArrowSchema schema = {0};
    struct api api;
    if (array->type || !find_api(&api, call->real))
        return;
    uint64_t n = api.count(chunk);
    size_t size = n * sizeof(void *);
    void **types = n > 0 && n <= MOST_COLUMNS ? memory_alloc(size) : NULL;
    const char **names = types ? memory_alloc(size) : NULL;
    if (names)
        ask(&api, options, chunk, n, types, names, &schema);
    memory_free(types, size);
    memory_free(names, size);
    if (schema.release)
        bridge_exported(array, &schema, site);
}
