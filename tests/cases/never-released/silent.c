/* All is released; children and dictionaries go with their parents.
 *
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    const struct source *sources[] = {
        some_array(4, RELEASE_GOOD),
        some_struct(4, 5, RELEASE_GOOD),
        some_dictionary(4, RELEASE_GOOD),
    };
    for (int i = 0; i < 3; i++) {
        struct ArrowArray array;
        struct ArrowSchema schema;
        export_array(sources[i], &array, &schema);
        array.release(&array);
        schema.release(&schema);
    }
    return 0;
}
