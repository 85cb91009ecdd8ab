/* What a call that failed has left is released all the same, or the call left what stood there.
 *
 * expect: nothing
 * file: failing.declare
 * options: declare=failing.declare
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "own.h"
#include "producer.h"

int main(void) {
    struct ArrowSchema schema, untouched;
    struct ArrowArray array, none;
    own_half(&array, &schema);
    own_take(&array);
    schema.release(&schema);
    own_half(&array, &schema);
    array.release(&array);
    schema.release(&schema);
    /* As the stack may have it, from a call that has long returned. */
    memset(&none, 0xa5, sizeof(none));
    memset(&untouched, 0xa5, sizeof(untouched));
    none.release = (void (*)(struct ArrowArray *))producer_release(RELEASE_GOOD);
    own_half(NULL, NULL);
    own_half(&none, NULL);
    return 0;
}
