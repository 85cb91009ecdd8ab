/* A library known to speak Arrow keeps the eight columns of one table, and much is done after it: a
 * cache perhaps.
 *
 * expect: never-released warning last-holder libduckdb.so at here origin export
 * says: flat since
 * seen: 108 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "capsule.h"
#include "producer.h"

typedef void keep_fn(struct capsule *capsule);

int main(void) {
    static struct ArrowSchema columns[8];
    keep_fn *keep = (keep_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_keep_schema");
    const struct source *source = some_schema("u", "name", RELEASE_GOOD);
    for (int i = 0; i < 8; i++) {
        export_schema(source, &columns[i]);                                       // <- export
        keep(PyCapsule_New(&columns[i], "arrow_schema", capsule_release_schema)); // <- here
    }
    for (int i = 0; i < 100; i++) {
        struct ArrowSchema other;
        export_schema(source, &other);
        other.release(&other);
    }
    return 0;
}
