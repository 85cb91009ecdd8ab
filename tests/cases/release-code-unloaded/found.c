/* The producer's library is unloaded while its array lives: the call cannot go there any more.
 *
 * plain: crashes
 * expect: release-code-unloaded error producer libproducer.so at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>

#include "arrow_fake.h"

typedef const struct source *make_fn(int64_t rows, int how);

int main(void) {
    struct ArrowArray array;
    void *library = dlopen("libproducer.so", RTLD_NOW);
    make_fn *make = (make_fn *)dlsym(library, "some_array");
    export_array(make(4, 0), &array, NULL);
    dlclose(library);
    array.release(&array); // <- here
    puts("still here");
    return 0;
}
