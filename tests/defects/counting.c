/* counting: a stream of one batch of int64 that counts its schemas, for programs that look whether
 * each comes back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tracker/abi/arrow.h"

int counting_given, counting_released;

static void release_schema(struct ArrowSchema *schema) {
    if (schema->private_data) {
        if (schema->children[0]->release)
            schema->children[0]->release(schema->children[0]);
        free(schema->private_data);
        counting_released++;
    }
    schema->release = NULL;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    struct {
        struct ArrowSchema child, *children[1];
    } *own = calloc(1, sizeof(*own));
    own->child = (struct ArrowSchema){.format = "l", .name = "x", .release = release_schema};
    own->children[0] = &own->child;
    *out = (struct ArrowSchema){.format = "+s",
                                .name = "",
                                .n_children = 1,
                                .children = own->children,
                                .release = release_schema,
                                .private_data = own};
    counting_given++;
    return 0;
}

static int64_t values[] = {1, 2, 3};
static const void *no_bitmap[] = {NULL}, *column[] = {NULL, values};

static void release_array(struct ArrowArray *array) {
    if (array->private_data) {
        if (array->children[0]->release)
            array->children[0]->release(array->children[0]);
        free(array->private_data);
    }
    array->release = NULL;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    struct {
        struct ArrowArray child, *children[1];
    } *own = calloc(1, sizeof(*own));
    memset(out, 0, sizeof(*out));
    if (stream->private_data || !own) {
        free(own);
        return 0;
    }
    stream->private_data = values; /* the next one is the end */
    own->child = (struct ArrowArray){
        .length = 3, .n_buffers = 2, .buffers = column, .release = release_array};
    own->children[0] = &own->child;
    *out = (struct ArrowArray){.length = 3,
                               .n_buffers = 1,
                               .buffers = no_bitmap,
                               .n_children = 1,
                               .children = own->children,
                               .release = release_array,
                               .private_data = own};
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return NULL;
}

static void release(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

void counting_stream(struct ArrowArrayStream *out) {
    *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, NULL};
}
