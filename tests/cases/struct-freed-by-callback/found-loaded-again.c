/* The producer's library is unloaded when all is released, loaded again, perhaps at the same
 * address, and only then its callback frees the struct.
 *
 * expect: struct-freed-by-callback error producer libproducer.so at releases.h:free
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdlib.h>

#include "producer.h"

typedef const struct source *make_fn(int64_t rows, enum release how);

static void trade(enum release how) {
    struct ArrowArray *array = malloc(sizeof(*array));
    void *library = dlopen("libproducer.so", RTLD_NOW);
    make_fn *make = (make_fn *)dlsym(library, "some_array");
    export_array(make(4, how), array, NULL);
    array->release(array);
    if (how == RELEASE_GOOD)
        free(array);
    dlclose(library);
}

int main(void) {
    trade(RELEASE_GOOD);
    trade(RELEASE_FREES_STRUCT);
    return 0;
}
