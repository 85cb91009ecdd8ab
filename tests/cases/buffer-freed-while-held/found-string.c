/* A schema's strings lie where others write next: a name on the stack of the function that filled
 * it, metadata that is freed, a format that is unmapped, a child's name.
 *
 * expect: buffer-freed-while-held error producer main at name by release origin from-name
 * expect: buffer-freed-while-held error producer main at metadata by release origin from-metadata
 * expect: buffer-freed-while-held error producer main at format by release origin from-format
 * expect: buffer-freed-while-held error producer main at child origin from-child
 * says: name of schema#5, a child of schema#4, points to memory
 * says: metadata of schema#2 points to memory
 * says: format of schema#3 points to memory
 * seen: 4 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/mman.h>

#include "producer.h"

static void release(struct ArrowSchema *schema) { // <- release
    for (int64_t i = 0; i < schema->n_children; i++)
        schema->children[i]->release(schema->children[i]);
    schema->release = NULL;
}

static struct ArrowSchema make(const char *format, const char *name) {
    return (struct ArrowSchema){.format = format, .name = name, .release = release};
}

static char shared[32] = "amount";

static void change_name(void) {
    struct ArrowSchema schema = make("l", shared);
    export_schema(verbatim(&schema, sizeof(schema)), &schema); // <- from-name
    strcpy(shared, "item");
    schema.release(&schema); // <- name
}

static void change_metadata(void) {
    struct {
        int32_t n, key_length;
        char key[4];
        int32_t value_length;
        char value[4];
    } metadata = {1, 4, "unit", 4, "inch"};
    struct ArrowSchema schema = make("l", "length");
    schema.metadata = (const char *)&metadata;
    export_schema(verbatim(&schema, sizeof(schema)), &schema); // <- from-metadata
    metadata.value[0] = 'I';
    schema.release(&schema); // <- metadata
}

static void unmap_format(void) {
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    strcpy(page, "l");
    struct ArrowSchema schema = make(page, "");
    export_schema(verbatim(&schema, sizeof(schema)), &schema); // <- from-format
    munmap(page, 4096);
    schema.release(&schema); // <- format
}

/* Said where it is handed on, and not once more at its release. */
static void change_child(void) {
    char name[8] = "inner";
    struct ArrowSchema child = make("l", name), *children[] = {&child};
    struct ArrowSchema schema = make("+s", "");
    schema.n_children = 1;
    schema.children = children;
    export_schema(verbatim(&schema, sizeof(schema)), &schema); // <- from-child
    strcpy(name, "other");
    fake_manner = FAKE_IGNORES;
    import_schema(&schema); // <- child
    schema.release(&schema);
}

int main(void) {
    change_name();
    change_metadata();
    unmap_format();
    change_child();
    return 0;
}
