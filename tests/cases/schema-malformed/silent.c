/* What each format asks for, and metadata: none, without pairs, with empty keys and values, and of
 * more pairs than are looked at.
 *
 * expect: nothing
 * seen: 16 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void cross(const char *format, int64_t n_children, const void *metadata) {
    struct ArrowSchema made, schema;
    produce_schema(&made, format, "a", n_children, RELEASE_GOOD);
    made.metadata = metadata;
    export_schema(verbatim(&made, sizeof(made)), &schema);
    schema.release(&schema);
}

int main(void) {
    static const int32_t none[] = {0}, empty[] = {1, 0, 0};
    static int32_t many[1 + 2 * 200] = {200};
    struct ArrowSchema made, schema;
    cross("+l", 1, NULL);
    cross("+L", 1, NULL);
    cross("+vl", 1, NULL);
    cross("+w:3", 1, NULL);
    cross("+r", 2, NULL);
    cross("+ud:0,5", 2, NULL);
    cross("+us:", 0, NULL);
    cross("+us:7", 1, NULL);
    cross("+s", 0, NULL);
    cross("+s", 3, NULL);
    cross("n", 0, NULL);
    cross("l", 0, none);
    cross("l", 0, empty);
    cross("l", 0, many);
    cross("w:4", 0, NULL);
    produce_schema(&made, "i", "", 0, RELEASE_GOOD);
    produce_schema(made.dictionary = &schema, "u", "", 0, RELEASE_GOOD);
    struct ArrowSchema out;
    export_schema(verbatim(&made, sizeof(made)), &out);
    out.release(&out);
    return 0;
}
