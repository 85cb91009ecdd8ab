/* What is thrown inside a callback is caught inside it.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <cstdio>

extern "C" {
#include "producer.h"
}

static void release(struct ArrowArray *array) {
    try {
        throw 42;
    } catch (int number) {
        std::printf("caught %d inside\n", number);
    }
    array->release = nullptr;
}

int main() {
    static const void *none[1];
    struct ArrowArray array, made = {};
    made.n_buffers = 1;
    made.buffers = none;
    made.release = release;
    export_array(verbatim(&made, sizeof(made)), &array, nullptr);
    array.release(&array);
    return 0;
}
