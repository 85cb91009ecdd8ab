/* arrays: device arrays and plain ones over a scenario's memory: one child of bytes a range. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cases/lib/arrow_fake.h"
#include "tests/driver/play/lines.h"

#define MOST 8 /* children */

struct content {
    void (*inside)(void);
    void *sync_event;
    const void *buffers[MOST][2];
    struct ArrowArray child[MOST], *children[MOST];
    struct ArrowSchema type[MOST], *types[MOST];
};

static struct array {
    char name[32];
    bool is_device;
    struct ArrowDeviceArray device;
    struct ArrowArray host;
    struct content content;
} arrays[PLAY_NAMES];
static unsigned n_arrays;

static void release_child(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_type(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
    struct content *content = array->private_data;
    if (content->inside)
        content->inside();
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    array->release = NULL;
}

static struct ArrowArray build(struct content *content, const struct play_range *ranges,
                               unsigned n) {
    static const void *no_buffers[1];
    for (unsigned i = 0; i < n; i++) {
        content->buffers[i][1] = (const void *)ranges[i].at;
        content->child[i] = (struct ArrowArray){.length = (int64_t)ranges[i].size,
                                                .n_buffers = 2,
                                                .buffers = content->buffers[i],
                                                .release = release_child};
        content->children[i] = &content->child[i];
        content->type[i] =
            (struct ArrowSchema){.format = "C", .name = "bytes", .release = release_type};
        content->types[i] = &content->type[i];
    }
    return (struct ArrowArray){.n_buffers = 1,
                               .buffers = no_buffers,
                               .length = n ? (int64_t)ranges[0].size : 0,
                               .n_children = n,
                               .children = content->children,
                               .release = release_array,
                               .private_data = content};
}

/* The bridge's source: fills in what was built. */
struct built {
    struct source source;
    struct array *array;
    struct ArrowArray root;
    unsigned n;
};

static bool fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct built *built = (const struct built *)source;
    struct content *content = &built->array->content;
    if (built->array->is_device)
        *(struct ArrowDeviceArray *)out =
            (struct ArrowDeviceArray){.array = built->root,
                                      .device_type = play_device_type,
                                      .sync_event = content->sync_event};
    else
        *(struct ArrowArray *)out = built->root;
    *schema = (struct ArrowSchema){.format = "+s",
                                   .name = "",
                                   .n_children = built->n,
                                   .children = content->types,
                                   .release = release_type};
    return true;
}

static struct array *find(const char *name) {
    for (unsigned i = 0; i < n_arrays; i++)
        if (strcmp(arrays[i].name, name) == 0)
            return &arrays[i];
    return NULL;
}

void play_export(const char *name, bool is_device, void *sync_event,
                 const struct play_range *ranges, unsigned n) {
    if (n > MOST || find(name))
        play_skip("an array is exported twice, or of many buffers: ", name);
    struct array *array = &arrays[n_arrays++];
    struct ArrowSchema schema;
    snprintf(array->name, sizeof(array->name), "%s", name);
    array->is_device = is_device;
    array->content.sync_event = sync_event;
    struct built built = {{fill}, array, build(&array->content, ranges, n), n};
    if (is_device)
        export_device_array(&built.source, &array->device, &schema);
    else
        export_array(&built.source, &array->host, &schema);
    schema.release(&schema);
}

void play_release(const char *name, void (*inside)(void)) {
    struct array *array = find(name);
    if (!array)
        play_fail(name, 0);
    array->content.inside = inside;
    struct ArrowArray *root = array->is_device ? &array->device.array : &array->host;
    if (root->release)
        root->release(root);
}
