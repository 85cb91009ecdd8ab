/* What the C++ library leaves in the program is folded like a library's frames.
 *
 * expect: double-release error consumer main at again before first
 * says: library frame
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <functional>

extern "C" {
#include "producer.h"
}

int main() {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, nullptr);
    struct ArrowArray copy = array;
    array.release(&array);                          // <- first
    std::function<void(struct ArrowArray *)> drop = // at -O0 four functions of its own
        [](struct ArrowArray *again) {
            again->release(again); // <- again
        };
    drop(&copy);
    return 0;
}
