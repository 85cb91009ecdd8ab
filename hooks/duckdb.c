/* duckdb: asks DuckDB for the columns of an array that it made: those of a chunk, or of a result
 * whose schema the program has not asked for, or not yet. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/bridge.h"
#include "report/base/memory.h"
#include "tracker/tracker.h"

/* A chunk with more columns stays without a type. */
#define MOST_COLUMNS 4096

/* Words by value on the stack begin behind those in registers. */
#define BY_VALUE 6

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

/* The columns of a chunk; from `result` come their names, NULL for none. */
struct columns {
    void *options, *chunk, *result;
    const char *(*name)(void *result, uint64_t column);
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

static void ask(const struct api *api, const struct columns *columns, uint64_t n, void **types,
                const char **names, struct ArrowSchema *schema) {
    for (uint64_t i = 0; i < n; i++) {
        const char *name = columns->result ? columns->name(columns->result, i) : NULL;
        types[i] = api->type(api->vector(columns->chunk, i));
        names[i] = name ? name : "";
    }
    void *error = api->schema(columns->options, types, names, n, schema);
    if (error)
        api->destroy_error(&error);
    for (uint64_t i = 0; i < n; i++)
        api->destroy_type(&types[i]);
}

static void ask_columns(const struct columns *columns, const struct hook_call *call,
                        struct object *array, const struct site *site) {
    struct ArrowSchema schema = {0};
    struct api api;
    if (!columns->chunk || !find_api(&api, call->real))
        return;
    uint64_t n = api.count(columns->chunk);
    size_t size = n * sizeof(void *);
    void **types = n > 0 && n <= MOST_COLUMNS ? memory_alloc(size) : NULL;
    const char **names = types ? memory_alloc(size) : NULL;
    if (names)
        ask(&api, columns, n, types, names, &schema);
    memory_free(types, size);
    memory_free(names, size);
    if (schema.release)
        bridge_exported(array, &schema, site);
}

void duckdb_ask_chunk(const struct hook_call *call, struct object *array, const struct site *site) {
    const struct columns columns = {.options = (void *)call->arguments[0],
                                    .chunk = (void *)call->arguments[1]};
    if (!array->type)
        ask_columns(&columns, call, array, site);
}

/* duckdb_result_get_arrow_options() and its end are of DuckDB 1.4. */
void duckdb_ask_result(const struct hook_call *call, struct object *array,
                       const struct site *site) {
    struct columns columns = {.chunk = (void *)call->arguments[0],
                              .result = (void *)&call->arguments[BY_VALUE]};
    void *(*options)(void *) = bridge_beside(call->real, "duckdb_result_get_arrow_options");
    void (*end)(void **) = bridge_beside(call->real, "duckdb_destroy_arrow_options");
    columns.name = bridge_beside(call->real, "duckdb_column_name");
    if (array->type || !options || !end || !columns.name)
        return;
    columns.options = options(columns.result);
    ask_columns(&columns, call, array, site);
    end(&columns.options);
}

/* What was asked of the handle before is known. */
static bool is_typed(const struct hook_call *call, struct object *array, const struct site *site) {
    tracker_kin(call->arguments[0], array, NULL, site);
    return array->type != NULL;
}

void duckdb_ask_rows(const struct hook_call *call, struct object *array, const struct site *site) {
    int (*asked)(uintptr_t result, struct ArrowSchema * *out) =
        bridge_beside(call->real, "duckdb_query_arrow_schema");
    struct ArrowSchema schema = {0}, *place = &schema;
    if (asked && !is_typed(call, array, site) && asked(call->arguments[0], &place) == 0 &&
        schema.release)
        bridge_exported(array, &schema, site);
}

/* No place for an error is wanted. */
static void ask_handle(const char *name, const struct hook_call *call, struct object *array,
                       const struct site *site) {
    int (*asked)(uintptr_t handle, struct ArrowSchema * out, void **error) =
        bridge_beside(call->real, name);
    struct ArrowSchema schema = {0};
    if (asked && !is_typed(call, array, site) && asked(call->arguments[0], &schema, NULL) == 0 &&
        schema.release)
        bridge_exported(array, &schema, site);
}

void duckdb_ask_fetched(const struct hook_call *call, struct object *array,
                        const struct site *site) {
    ask_handle("duckdb_v2_arrow_result_get_schema", call, array, site);
}

void duckdb_ask_exported(const struct hook_call *call, struct object *array,
                         const struct site *site) {
    ask_handle("duckdb_v2_arrow_exporter_get_schema", call, array, site);
}
