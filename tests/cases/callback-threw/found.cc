/* A C++ exception leaves a release callback and is caught by the consumer.
 *
 * expect: callback-threw error producer main at here by callback
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <cstdio>
#include <stdexcept>

extern "C" {
#include "producer.h"
}

static void release(struct ArrowArray *array) { // <- callback
    array->release = nullptr;
    throw std::runtime_error("cannot give this back");
}

int main() {
    static const void *none[1];
    struct ArrowArray array, made = {};
    made.n_buffers = 1;
    made.buffers = none;
    made.release = release;
    export_array(verbatim(&made, sizeof(made)), &array, nullptr);
    try {
        array.release(&array); // <- here
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
    return 0;
}
