/* tls: loads libraries that want a place in each thread's static storage until there is none left,
 * and says how many it could load. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>

#include "tests/hold/goods.h"

int main(int argc, char **argv) {
    struct ArrowArray array;
    int n = 1;
    goods_export(&goods_flat, &array);
    while (n < argc && dlopen(argv[n], RTLD_NOW))
        n++;
    array.release(&array);
    printf("%d of %d\n", n - 1, argc - 1);
    return 0;
}
