/* short_child: a struct array is sliced, and so are its children: rows are missing.
 *
 *   examples/column.c:95:12: error: child array#2 of array#1 has 2 rows, 4 are due [child-too-short]
 *
 *     what    array#1  ArrowArray  struct<id: int64, price: int64>  2 rows  32 B host
 *             array#2  ArrowArray  int64  2 rows  child of array#1
 *     who     producer (libcolumn.so: get_next column.c:95)      observed      1 time
 *
 *     owner      ms      thread  event     by                      owner afterwards
 *           >   0.662    main    get_next  main short_child.c:38   short_child at 0x7ffd..80f0 (made by libcolumn.so)
 *
 *     now     #0 main                 examples/short_child.c:38
 *     origin  as now
 *
 *     spec    C Data Interface, "The ArrowArray structure", MUST
 *             A struct's children have offset + length rows at least, a fixed-size list's child that times the list size.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.buffers
 *     fix     Give each child the rows of its parent; a slice keeps the children whole and moves only offset and length.
 *     more    arrowdev-check explain child-too-short        mute: child-too-short fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

static void chunk(struct ArrowArray *out) {
    column_fill_pair(out);
    out->offset = 2; /* rows 2 and 3 */
    out->length = 2;
    for (int i = 0; i < 2; i++)
        out->children[i]->length = 2; /* the children have to stay whole */
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, column_schema_pair, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, &array);
    array.release(&array);
    type.release(&type);
    stream.release(&stream);
    return 0;
}
