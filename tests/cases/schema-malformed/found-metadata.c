/* Numbers of metadata that lead nowhere: a negative one in each of their places, and a text where
 * they belong. What does not leave readable memory cannot be told from what is meant.
 *
 * expect: schema-malformed error producer libproducer.so at cross
 * expect: schema-malformed error producer libproducer.so at cross
 * expect: schema-malformed error producer libproducer.so at cross
 * expect: schema-malformed error producer libproducer.so at cross
 * says: metadata of schema#1 has a negative number: -1
 * seen: 4 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/mman.h>

#include "producer.h"

static void cross(const char *metadata) {
    struct ArrowSchema made, schema;
    produce_schema(&made, "l", "a", 0, RELEASE_CLEARS);
    made.metadata = metadata;
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- cross
    schema.release(&schema);
}

int main(void) {
    static const int32_t pairs[] = {-1}, key[] = {1, -4}, value[] = {1, 0, -2147483647 - 1};
    /* Behind it nothing can be read. */
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page + 4096, 4096);
    strcpy(page + 4000, "{\"unit\": \"ms\"}");
    cross((const char *)pairs);
    cross((const char *)key);
    cross((const char *)value);
    cross(page + 4000);
    return 0;
}
