/* column: libcolumn.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

#include <stdlib.h>
#include <string.h>

static int64_t values[4] = {1, 2, 3, 4};
static const void *buffers[] = {NULL, values}, *no_bitmap[] = {NULL};

static void release(struct ArrowArray *array) {
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
}

void column_fill(struct ArrowArray *out) {
    *out = (struct ArrowArray){.length = 4, .n_buffers = 2, .buffers = buffers, .release = release};
}

void column_export(struct ArrowArray *out) {
    column_fill(out);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out);
}

struct pair {
    struct ArrowArray columns[2], *children[2];
};

static void release_pair(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    free(array->private_data);
    array->release = NULL;
}

void column_fill_pair(struct ArrowArray *out) {
    struct pair *pair = malloc(sizeof(*pair));
    for (int i = 0; i < 2; i++) {
        column_fill(&pair->columns[i]);
        pair->children[i] = &pair->columns[i];
    }
    *out = (struct ArrowArray){.length = 4,
                               .n_buffers = 1,
                               .n_children = 2,
                               .buffers = no_bitmap,
                               .children = pair->children,
                               .release = release_pair,
                               .private_data = pair};
}

void column_export_pair(struct ArrowArray *out) {
    column_fill_pair(out);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, out);
}

void column_schema(struct ArrowSchema *out) {
    *out = (struct ArrowSchema){.format = "l", .name = "", .release = release_schema};
}

void column_schema_pair(struct ArrowSchema *out) {
    static struct ArrowSchema fields[2], *children[] = {&fields[0], &fields[1]};
    for (int i = 0; i < 2; i++) {
        column_schema(&fields[i]);
        fields[i].name = i == 0 ? "id" : "price";
    }
    *out = (struct ArrowSchema){.format = "+s",
                                .name = "",
                                .n_children = 2,
                                .children = children,
                                .release = release_schema};
}

struct stream {
    int chunks_left;
    void (*schema)(struct ArrowSchema *);
    void (*chunk)(struct ArrowArray *);
};

static int get_schema(struct ArrowArrayStream *self, struct ArrowSchema *out) {
    ((struct stream *)self->private_data)->schema(out);
    return 0;
}

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    struct stream *stream = self->private_data;
    memset(out, 0, sizeof(*out));
    if (stream->chunks_left-- > 0)
        stream->chunk(out);
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *self) {
    (void)self;
    return NULL;
}

static void release_stream(struct ArrowArrayStream *self) {
    free(self->private_data);
    self->release = NULL;
}

static void begin(struct ArrowArrayStream *out, struct stream content) {
    struct stream *stream = malloc(sizeof(*stream));
    *stream = content;
    *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, stream};
    arrowdev_check_gives(ARROWDEV_CHECK_STREAM, out);
}

void column_stream(struct ArrowArrayStream *out) {
    begin(out, (struct stream){2, column_schema, column_fill});
}

void column_stream_of(struct ArrowArrayStream *out, void (*schema)(struct ArrowSchema *),
                      void (*chunk)(struct ArrowArray *)) {
    begin(out, (struct stream){1, schema, chunk});
}

void column_read(void (*schema)(struct ArrowSchema *), void (*chunk)(struct ArrowArray *)) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, schema, chunk);
    stream.get_schema(&stream, &type);
    while (stream.get_next(&stream, &array) == 0 && array.release)
        array.release(&array);
    type.release(&type);
    stream.release(&stream);
}

void column_take(struct ArrowArray *array) {
    struct ArrowArray taken = *array;
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, array);
    array->release = NULL;
    arrowdev_check_moved(ARROWDEV_CHECK_ARRAY, array, &taken);
    if (taken.release)
        taken.release(&taken);
}

int column_scan(struct column_handle *handle, struct ArrowArrayStream *out) {
    struct stream *stream = malloc(sizeof(*stream));
    *stream = (struct stream){2, column_schema, column_fill};
    *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, stream};
    handle->n_scans++;
    return 0;
}

void column_close(struct column_handle *handle) {
    handle->n_scans = 0;
}

void column_first(void (*chunk)(struct ArrowArray *), struct ArrowArray *out) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    column_stream_of(&stream, column_schema, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, out);
    type.release(&type);
    stream.release(&stream);
}
