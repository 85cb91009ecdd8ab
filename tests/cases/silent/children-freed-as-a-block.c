/* cudf calls its children's callbacks without a look, Go frees them as one block: they must be as
 * the producer left them, and nothing may be written there afterwards.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 3, RELEASE_CHILDREN_BLINDLY), &array, NULL);
    struct ArrowArray *block = array.children[0];
    array.release(&array);
    memset(block, 0x5a, 3 * sizeof(*block));
    for (unsigned i = 0; i < 3 * sizeof(*block); i++)
        if (((unsigned char *)block)[i] != 0x5a)
            return 1;
    free(block);
    return 0;
}
