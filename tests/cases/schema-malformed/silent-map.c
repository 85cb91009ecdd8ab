/* A map of keys that are never null, whatever its parts are called.
 *
 * expect: nothing
 * seen: 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowSchema made, map;
    produce_schema(&made, "+m", "m", 1, RELEASE_GOOD);
    produce_schema(made.children[0], "+s", "pairs", 2, RELEASE_GOOD);
    made.children[0]->children[0]->flags = 0;
    made.children[0]->children[1]->flags = ARROW_FLAG_NULLABLE;
    export_schema(verbatim(&made, sizeof(made)), &map);
    map.release(&map);
    return 0;
}
