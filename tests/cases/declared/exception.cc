/* An exception leaves a declared function: it passes, and what is looked at goes on as before.
 *
 * expect: nothing
 * file: exception.declare
 * options: declare=exception.declare
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

#include <cstdio>
#include <stdexcept>

static void throws(ArrowArray *) {
    throw std::runtime_error("as the case wants it");
}

struct cleaner {
    ~cleaner() { std::puts("cleaned up"); }
};

int main() {
    ArrowArray array;
    try {
        cleaner local;
        own_fill_by(throws, &array);
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
    own_fill_by(own_fill, &array);
    array.release(&array);
    return 0;
}
