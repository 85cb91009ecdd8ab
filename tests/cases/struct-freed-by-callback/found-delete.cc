/* The same in C++, where it is operator delete that ends the struct.
 *
 * expect: struct-freed-by-callback error producer main at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <new>

extern "C" {
#include "producer.h"
}

static void release(struct ArrowArray *array) {
    array->release = nullptr;
    delete array; // <- here
}

int main() {
    static const void *none[1];
    struct ArrowArray made = {};
    made.n_buffers = 1;
    made.buffers = none;
    made.release = release;
    struct ArrowArray *array = new ArrowArray;
    export_array(verbatim(&made, sizeof(made)), array, nullptr);
    array->release(array);
    return 0;
}
