/* Two libraries define the function; the declaration names one.
 *
 * expect: nothing
 * file: module.declare
 * options: declare=module.declare
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "own.h"

int main(void) {
    struct ArrowArray array;
    char path[4096];
    snprintf(path, sizeof(path), "%s/libother.so", getenv("CASES_LIB"));
    void (*other)(struct ArrowArray *) = dlsym(dlopen(path, RTLD_NOW | RTLD_LOCAL), "own_fill");
    printf("%d\n", other != own_fill);
    for (int i = 0; i < 2; i++) {
        other(&array);
        array.release(&array);
    }
    own_fill(&array);
    array.release(&array);
    return 0;
}
