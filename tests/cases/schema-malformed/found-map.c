/* Maps whose only child is not what a map is made of: no struct, a struct of three, a key that may
 * be null.
 *
 * expect: schema-malformed error producer libproducer.so at other
 * expect: schema-malformed error producer libproducer.so at three
 * expect: schema-malformed warning producer libproducer.so at nullable
 * seen: 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static struct ArrowSchema map_of(const char *format, int64_t n, int64_t flags) {
    struct ArrowSchema map;
    produce_schema(&map, "+m", "m", 1, RELEASE_GOOD);
    produce_schema(map.children[0], format, "entries", n, RELEASE_GOOD);
    if (n > 0)
        map.children[0]->children[0]->flags = flags;
    return map;
}

int main(void) {
    struct ArrowSchema made, map;
    made = map_of("l", 0, 0);
    export_schema(verbatim(&made, sizeof(made)), &map); // <- other
    map.release(&map);
    made = map_of("+s", 3, 0);
    export_schema(verbatim(&made, sizeof(made)), &map); // <- three
    map.release(&map);
    made = map_of("+s", 2, ARROW_FLAG_NULLABLE);
    export_schema(verbatim(&made, sizeof(made)), &map); // <- nullable
    map.release(&map);
    return 0;
}
