/* Format, name and metadata that cannot be read, do not end, are no text, or promise too much.
 *
 * expect: format-unknown warning producer libproducer.so at cross
 * expect: format-unknown warning producer libproducer.so at cross
 * expect: format-unknown warning producer libproducer.so at cross
 * expect: format-unknown warning producer libproducer.so at cross
 * expect: schema-malformed error producer libproducer.so at cross
 * expect: schema-malformed error producer libproducer.so at cross
 * seen: 6 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/mman.h>

#include "producer.h"

static void cross(const char *format, const char *name, const char *metadata) {
    struct ArrowSchema schema, made;
    produce_schema(&made, format, name, 0, RELEASE_GOOD);
    made.metadata = metadata;
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- cross
    schema.release(&schema);
}

int main(void) {
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(page + 4096, 4096, PROT_NONE);
    memset(page, 'w', 4096);
    static const int many[] = {0x7fffffff, -1};
    cross((char *)0x10, (char *)0x20, (char *)0x30);
    cross(page, page + 4000, NULL);
    cross("l", "\xff\xfe\033[31m\"\n\x01", NULL);
    cross("", NULL, (const char *)many);
    cross(NULL, NULL, NULL);
    cross("\xff\n\033[31m", NULL, NULL);
    return 0;
}
