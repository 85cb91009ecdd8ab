/* missing_buffer: a column of strings without nulls leaves out the wrong buffer.
 *
 *   examples/column.c:95:12: error: buffer 1 of array#1 is NULL [null-buffer]
 *
 *     what    array#1  ArrowArray  string  2 rows  13 B host
 *     who     producer (libcolumn.so: get_next column.c:95)      observed      1 time
 *
 *     owner      ms      thread  event     by                         owner afterwards
 *           >   8.911    main    get_next  main missing_buffer.c:48   missing_buffer at 0x7ffd..ffa0 (made by
 *                                                                     missing_buffer)
 *
 *     now     #0 main                 examples/missing_buffer.c:48
 *     origin  as now
 *
 *     spec    C Data Interface, "The ArrowArray structure", MUST
 *             A buffer is NULL only where it is a bitmap that is left out, or holds no bytes.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.buffers
 *     fix     Allocate the buffer for offset + length rows, or set length = 0.
 *     more    arrowdev-check explain null-buffer        mute: null-buffer fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void schema(struct ArrowSchema *out) {
    *out = (struct ArrowSchema){.format = "u", .name = "", .release = release_schema};
}

static void chunk(struct ArrowArray *out) {
    static const int32_t offsets[] = {0, 3, 6};
    static const void *buffers[] = {offsets, NULL, "teamug"}; /* offsets stand second */
    *out = (struct ArrowArray){.length = 2, .n_buffers = 3, .buffers = buffers, .release = release};
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, schema, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, &array);
    array.release(&array);
    type.release(&type);
    stream.release(&stream);
    return 0;
}
