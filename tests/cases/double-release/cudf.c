/* A copy of what a unique_ptr of libcudf's holds is released, and then the unique_ptr ends.
 *
 * expect: double-release error consumer libinterop_fake.so at cudf.c:end before first origin give
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "cudf.h"

int main(void) {
    struct cudf_owner owner;
    cudf_to_arrow_device(&owner, 0); // <- give
    struct ArrowDeviceArray copy = *(struct ArrowDeviceArray *)owner.held;
    copy.array.release(&copy.array); // <- first
    cudf_drop(&owner);
    return 0;
}
