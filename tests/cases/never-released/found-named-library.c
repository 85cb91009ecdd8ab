/* A library known to speak Arrow keeps one schema to the end: a cache perhaps, so a warning.
 *
 * expect: never-released warning last-holder libduckdb.so at here origin export
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "capsule.h"
#include "producer.h"

typedef void keep_fn(struct capsule *capsule);

int main(void) {
    struct ArrowSchema schema;
    keep_fn *keep = (keep_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_keep_schema");
    export_schema(some_schema("u", "name", RELEASE_GOOD), &schema); // <- export
    struct capsule *capsule = PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    keep(capsule); // <- here
    return 0;
}
