/* Members that a consumer points elsewhere, strings that were never there, metadata without
 * entries, with empty ones and with more than are looked at, a child that was moved out: all of
 * that keeps what the producer wrote.
 *
 * expect: nothing
 * seen: 4 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

static void release(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    schema->release = NULL;
}

static struct ArrowSchema export_with(const char *name, const char *metadata) {
    struct ArrowSchema schema = {
        .format = "l", .name = name, .metadata = metadata, .release = release};
    export_schema(verbatim(&schema, sizeof(schema)), &schema);
    return schema;
}

int main(void) {
    static const int32_t none[] = {0}, empty[] = {1, 0, 0};
    struct ArrowSchema schema = export_with("amount", (const char *)none);
    schema.name = "renamed";
    schema.release(&schema);
    schema = export_with(NULL, (const char *)empty);
    schema.release(&schema);
    schema = export_with("", NULL);
    schema.metadata = (const char *)none;
    schema.release(&schema);

    char name[8] = "inner";
    struct ArrowSchema child = {.format = "l", .name = name, .release = release}, moved;
    struct ArrowSchema *children[] = {&child};
    struct ArrowSchema parent = {
        .format = "+s", .n_children = 1, .children = children, .release = release};
    export_schema(verbatim(&parent, sizeof(parent)), &parent);
    moved = child;
    child.release = NULL;
    parent.release(&parent);
    moved.release(&moved);
    strcpy(name, "other");
    return 0;
}
