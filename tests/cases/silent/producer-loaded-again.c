/* The producer's library is unloaded when all is released, loaded again and used again, perhaps at
 * the same address.
 *
 * expect: nothing
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>

#include "arrow_fake.h"

typedef const struct source *make_fn(int64_t rows, int how);

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct ArrowArray array;
        void *library = dlopen("libproducer.so", RTLD_NOW);
        make_fn *make = (make_fn *)dlsym(library, "some_array");
        export_array(make(4, 0), &array, NULL);
        printf("%ld rows\n", (long)array.length);
        array.release(&array);
        dlclose(library);
    }
    return 0;
}
