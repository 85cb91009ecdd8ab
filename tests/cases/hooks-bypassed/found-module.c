/* The declaration names the module; the module is loaded, its function is never reached.
 *
 * expect: hooks-bypassed warning none -
 * file: module.declare
 * options: declare=module.declare
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    own_produce_inside(&array, &schema);
    array.release(&array);
    schema.release(&schema);
    own_fill(&array);
    array.release(&array);
    return 0;
}
