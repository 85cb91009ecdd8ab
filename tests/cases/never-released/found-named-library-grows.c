/* The same library keeps more and more of them: no cache.
 *
 * expect: never-released error last-holder libduckdb.so at here origin export
 * says: grows
 * seen: 32 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "capsule.h"
#include "producer.h"

typedef void keep_fn(struct capsule *capsule);

int main(void) {
    static struct ArrowSchema schemas[32];
    keep_fn *keep = (keep_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_keep_schema");
    const struct source *source = some_schema("u", "name", RELEASE_GOOD);
    for (int i = 0; i < 32; i++) {
        export_schema(source, &schemas[i]);                                       // <- export
        keep(PyCapsule_New(&schemas[i], "arrow_schema", capsule_release_schema)); // <- here
    }
    return 0;
}
