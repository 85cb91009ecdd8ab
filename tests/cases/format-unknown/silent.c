/* One of each kind of format string, also of those that came late.
 *
 * expect: nothing
 * seen: 19 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static const char *const formats[] = {
        "n",   "b",   "g",   "u",       "vz", "d:9,2", "d:9,2,32", "w:16", "tdD", "ttu",
        "tsn", "tDs", "tin", "tsm:UTC", "vu", "tiD",   "d:4,-1",   "Z",    "tsu:"};
    struct ArrowSchema schema;
    for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        export_schema(some_schema(formats[i], "a", RELEASE_GOOD), &schema);
        schema.release(&schema);
    }
    return 0;
}
