/* A result's schema says what its arrays are, and nothing of those of a later result at the same
 * address, whose schema nobody asks for.
 *
 * options: isolate=1
 * expect: nothing
 * says: 1 array, 32 B copied
 * says: left alone: 1 array whose schema
 * seen: 2 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "duckdb.h"

static struct duckdb_rows rows;

static void fetch(struct duckdb_rows *result) {
    struct ArrowArray array = {0};
    duckdb_arrow_array place = &array;
    duckdb_query_arrow_array(result, &place);
    printf("%ld\n", (long)array.length);
    array.release(&array);
}

int main(void) {
    struct ArrowSchema schema;
    duckdb_arrow_schema place = &schema;
    struct duckdb_rows *result = &rows;
    rows.left = 1;
    duckdb_query_arrow_schema(result, &place);
    schema.release(&schema);
    fetch(result);
    duckdb_destroy_arrow(&result);
    rows = (struct duckdb_rows){.left = 1, .has_no_schema = true};
    fetch(&rows);
    return 0;
}
