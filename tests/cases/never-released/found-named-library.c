/* A library that is known to speak Arrow keeps one schema to the end: a cache perhaps, so a warning.
 *
 * expect: never-released warning last-holder libduckdb.so at here origin export
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "producer.h"

typedef struct fake_value *keep_fn(struct ArrowSchema *schema);

int main(void) {
    struct ArrowSchema schema;
    keep_fn *keep = (keep_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_keep_schema");
    export_schema(some_schema("u", "name", RELEASE_GOOD), &schema); // <- export
    fake_manner = FAKE_IGNORES;
    keep(&schema); // <- here
    return 0;
}
