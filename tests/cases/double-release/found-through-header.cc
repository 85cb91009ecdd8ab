/* What a binding library's header leaves in a module is no place to send its author to.
 *
 * expect: double-release error consumer main at again before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "include/nanobind/play.h"

extern "C" {
#include "producer.h"
}

int main() {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, nullptr);
    struct ArrowArray copy = array;
    array.release(&array); // <- first
    play_holder<struct ArrowArray> holder{&copy};
    holder.drop(); // <- again
    return 0;
}
