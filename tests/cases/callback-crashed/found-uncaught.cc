/* A callback throws what nobody catches: std::terminate aborts inside it.
 *
 * expect: callback-crashed error producer main at here
 * expect: held-at-abrupt-end note none -
 * status: SIGABRT
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <stdexcept>

extern "C" {
#include "producer.h"
}

static void release(struct ArrowArray *array) {
    array->release = nullptr;
    throw std::runtime_error("nobody wants this"); // <- here
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
