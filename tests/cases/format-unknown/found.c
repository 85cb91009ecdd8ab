/* Words of other libraries, a typing error, the empty string and none at all; also of a child.
 *
 * expect: format-unknown warning producer libproducer.so at export x5
 * expect: format-unknown warning producer libproducer.so at child
 * seen: 6 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    static const char *const formats[] = {"zzz", "int64", "tsx:UTC", "", NULL};
    struct ArrowSchema schema, made;
    for (int i = 0; i < 5; i++) {
        export_schema(some_schema(formats[i], "a", RELEASE_GOOD), &schema); // <- export
        schema.release(&schema);
    }
    produce_schema(&made, "+s", "", 2, RELEASE_GOOD);
    made.children[1]->format = "LL";
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- child
    schema.release(&schema);
    return 0;
}
